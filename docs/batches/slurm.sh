#!/bin/sh
#SBATCH --job-name=standto-ladder
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
#SBATCH --mem=512M
#SBATCH --time=04:00:00
# Plays one part of a ladder per array task. When all are done: standto ladder merge part-*.json
set -eu
standto ladder introductory --levels normal,easy --games 800 --jobs 1 \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --json > "part-$SLURM_ARRAY_TASK_ID.json"
