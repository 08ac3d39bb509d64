"use strict";
(() => {
const battle = JSON.parse(document.getElementById("battle").textContent);
const by = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const [hexes, left, top] = battle.plan;
const last = battle.frames.length - 1;

function make(parent, name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (text !== undefined) made.textContent = text;
  parent.appendChild(made);
  return made;
}
function add(parent, name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  parent.appendChild(made);
  return made;
}
function middle(index) {
  const x = index % battle.width, y = Math.floor(index / battle.width);
  if (hexes) return [(x - left) * 21 + 14, (top - y) * 24 + (x % 2) * 12 + 12];
  return [(x - left) * 20 + 10, (top - y) * 20 + 10];
}

// Every position, worked out once from the differences.
const states = [];
for (const change of battle.frames) {
  const old = states[states.length - 1];
  const now = old ? { ...old } : { t: [0, 0], u: [], m: new Set(), l: [0, 0], h: [], g: [] };
  if (change) {
    for (const key of ["t", "l", "h", "g"]) if (change[key]) now[key] = change[key];
    if (change.u) {
      now.u = now.u.slice();
      for (const unit of change.u) now.u[unit[0]] = unit;
    }
    if (change.m) {
      now.m = new Set(now.m);
      for (const id of change.m) if (!now.m.delete(id)) now.m.add(id);
    }
  }
  states.push(now);
}
// The log of each action, and the actions with a loss.
const lines = new Map();
battle.log.forEach(line => {
  if (!lines.has(line[0])) lines.set(line[0], []);
  lines.get(line[0]).push(line);
});
const losses = [...new Set(battle.log.filter(line => line[2] === 3).map(line => line[0]))].sort((a, b) => a - b);
const sideOf = unit => battle.units[unit][0] ? "b" : "a";

function drawUnits(state) {
  const layer = by("units");
  layer.replaceChildren();
  for (const id of state.m) {
    const [cell, sign, name, value] = battle.markers[id];
    if (cell < 0) continue;
    const [x, y] = middle(cell);
    make(make(layer, "text", { class: "m", x, y: y + 4 }, sign), "title", {}, name + (value ? " " + value : ""));
  }
  const shown = state.u.filter(unit => unit && unit[1] >= 0).sort((a, b) => (a[6] || 0) - (b[6] || 0) || a[1] - b[1]);
  const below = new Map();
  for (const [id, cell, facing = -1, turret = -1, letters = "", weight = 0, , hidden = 0] of shown) {
    const [x, y] = middle(cell), under = below.get(cell) || 0, up = 3 * Math.min(under, 4), label = battle.units[id][1];
    below.set(cell, under + 1);
    const kind = "u " + sideOf(id) + (weight === 4 ? " g" : "") + (hidden ? " h" : "");
    const unit = make(layer, "g", { class: kind, transform: `translate(${x + up} ${y - up})` });
    if (facing >= 0) make(unit, "path", { d: "M0 0V-11", transform: `rotate(${facing * 15})` });
    make(unit, "rect", { x: -9, y: -6, width: 18, height: 12, rx: 2 });
    const fit = label.length > 4 ? { textLength: 17, lengthAdjust: "spacingAndGlyphs" } : {};
    make(unit, "text", { y: 2.5, ...fit }, label);
    if (letters) make(unit, "text", { class: "s", x: 8, y: -4 }, letters);
    make(unit, "title", {}, battle.units[id][2]);
  }
}
// The ways of the units since the turn began.
function drawTrails(at) {
  const layer = by("trails");
  layer.replaceChildren();
  let from = at;
  while (from > 0 && states[from - 1].t[0] === states[at].t[0]) from--;
  const ways = new Map();
  for (let n = from; n <= at; n++) {
    for (const unit of states[n].u) {
      if (!unit || unit[1] < 0) continue;
      const way = ways.get(unit[0]) || [];
      if (way[way.length - 1] !== unit[1]) way.push(unit[1]);
      ways.set(unit[0], way);
    }
  }
  for (const [id, way] of ways) {
    if (way.length < 2) continue;
    const points = way.map(cell => middle(cell).join(",")).join(" ");
    make(layer, "polyline", { class: "trail " + sideOf(id), points });
  }
}
function drawShots(at) {
  const layer = by("shots");
  layer.replaceChildren();
  for (const line of lines.get(at) || []) {
    const cells = line[7] || [];
    if (cells.length > 1) {
      const [x1, y1] = middle(cells[0]), [x2, y2] = middle(cells[1]);
      make(layer, "line", { class: "shot" + (line[2] === 1 || line[2] === 3 ? " hit" : ""), x1, y1, x2, y2 });
    }
    for (const cell of cells.slice(0, 2)) {
      const [cx, cy] = middle(cell);
      make(layer, "circle", { class: "spot", cx, cy, r: 12 });
    }
  }
}
function drawGround(state) {
  const layer = by("ground");
  layer.replaceChildren();
  for (const [cell, fill] of state.g) {
    const [x, y] = middle(cell);
    const d = hexes ? `M${x - 7} ${y - 12}h14l7 12l-7 12h-14l-7-12z` : `M${x - 10} ${y - 10}h20v20h-20z`;
    make(layer, "path", { d, fill });
  }
  state.h.forEach((holder, n) => {
    const goal = document.querySelector(`[data-goal="${n}"]`);
    if (goal) goal.setAttribute("class", ["goal", "goal a", "goal b"][holder + 1]);
  });
}

let now = last, timer = 0;
function show(at) {
  now = Math.max(0, Math.min(last, at));
  const state = states[now], phase = battle.phases[state.t[1]];
  by("at").value = now;
  const turn = "Turn " + state.t[0] + (battle.turns ? " of " + battle.turns : "");
  const lost = battle.sides.map((name, n) => name + " lost " + state.l[n]).join(", ");
  by("now").textContent = turn + (phase ? ", " + phase : "") + ". Action " + now + " of " + last + ". " + lost + ".";
  const told = by("told");
  told.replaceChildren();
  for (const line of (lines.get(now) || []).slice(0, 8)) add(told, "li", line[4], "t" + line[2]);
  drawGround(state);
  drawTrails(now);
  drawUnits(state);
  drawShots(now);
  for (const line of document.querySelectorAll(".now")) {
    const from = +line.dataset.from, to = +line.dataset.to;
    line.setAttribute("transform", `translate(${from + (to - from) * now / Math.max(1, last)} 0)`);
  }
}
function pause() {
  clearInterval(timer);
  timer = 0;
  by("play").textContent = "Play";
}
function play() {
  if (timer) return pause();
  if (now >= last) show(0);
  by("play").textContent = "Pause";
  timer = setInterval(() => now < last ? show(now + 1) : pause(), 250);
}
function go(at) {
  pause();
  show(at);
}
function turn(way) {
  let at = now;
  if (way > 0) {
    while (at < last && states[at].t[0] === states[now].t[0]) at++;
  } else {
    at = Math.max(0, at - 1);
    while (at > 0 && states[at - 1].t[0] === states[at].t[0]) at--;
  }
  go(at);
}
const nextLoss = () => go(losses.find(at => at > now) ?? losses[0] ?? now);
const keys = {
  ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), PageUp: () => turn(-1), PageDown: () => turn(1),
  Home: () => go(0), End: () => go(last), " ": play, l: nextLoss, L: nextLoss,
};
document.addEventListener("keydown", event => {
  const focus = document.activeElement;
  if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
  if (event.key === " " && focus && /^(BUTTON|SUMMARY)$/.test(focus.tagName)) return;
  event.preventDefault();
  keys[event.key]();
});
by("start").onclick = () => go(0);
by("back").onclick = () => go(now - 1);
by("next").onclick = () => go(now + 1);
by("loss").onclick = nextLoss;
by("play").onclick = play;
by("at").oninput = event => go(+event.target.value);
for (const button of document.querySelectorAll("[data-to]:not(path)")) {
  button.onclick = () => { go(+button.dataset.to); by("map").scrollIntoView({ block: "nearest" }); };
}

// The log, a fold for each turn, written when it is first opened.
const turns = new Map();
for (const line of battle.log) {
  if (!turns.has(line[1])) turns.set(line[1], []);
  turns.get(line[1]).push(line);
}
for (const [number, all] of turns) {
  const fold = add(by("log"), "details");
  add(fold, "summary", "Turn " + number + ": " + all.length + " lines");
  fold.addEventListener("toggle", () => {
    if (!fold.open || fold.children.length > 1) return;
    const list = add(fold, "ul");
    for (const [at, , tone, , text, rule, modifiers = []] of all) {
      const row = add(list, "li");
      const button = add(row, "button", at + " ");
      button.onclick = () => go(at);
      add(row, "span", " " + text + " ", "t" + tone);
      add(row, "span", battle.words[rule], "rule");
      if (modifiers.length) add(row, "div", modifiers.map(n => battle.words[n]).join("; "), "mods");
    }
  });
}
document.querySelector(".controls").hidden = false;
show(last);
})();
