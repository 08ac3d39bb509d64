#!/bin/sh
# Plays a ladder in eight parts on the cores of one machine with GNU parallel, and merges them.
set -eu
parts=${PARTS:-8}
games=${GAMES:-800}
folder=${FOLDER:-ladder}
mkdir -p "$folder"
seq "$parts" | parallel --eta "standto ladder introductory --levels normal,easy --games $games --jobs 1 \
    --shard {}/$parts --json > $folder/part-{}.json"
standto ladder merge "$folder"/part-*.json
