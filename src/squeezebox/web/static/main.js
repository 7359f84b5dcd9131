// The page: what the player does becomes a request, and its view is shown.
// Imports all other scripts; no rules stand here, the service knows them.

import * as deals from "./deals.js";
import { $ } from "./dom.js";
import * as entries from "./entries.js";
import { fromView, recordOf } from "./game.js";
import {
  arrive, hinted, inTurn, inTurnFor, keep, load, newGame, nextGame, restart, start, takeUp,
} from "./games.js";
import * as store from "./keep/store.js";
import { deedOf } from "./keys.js";
import { now, row, say, show } from "./screen.js";
import { showGames } from "./screens/games.js";
import { showHelp } from "./screens/help.js";
import { showRecord } from "./screens/record.js";
import { showStats } from "./screens/stats.js";
import { ask, Problem } from "./service.js";
import { glyphs } from "./table/cards.js";

// ------------------------------------------------------------ playing

/** Do something in the game; what is refused says why and changes nothing. */
async function act(wanted, follow) {
  const view = await ask(recordOf(now.game), wanted);
  if (view.refusal) {
    say(view.refusal);
    show();
    return;
  }
  const made = view.actions.at(-1);
  const [next, ...redo] = now.game.redo;
  now.game = { ...now.game, ...fromView(view), redo: made === next ? redo : [], notes: now.game.notes };
  now.view = view;
  now.selected = 0;
  if (made !== next) forgetLaterComments();
  if (follow) {
    const place = view.row.findIndex((cards) => cards.includes(follow)) + 1;
    if (place) now.cursor = place;
  }
  keep("action");
  show();
  say(view.said);
}

/** What was said of a line that is played differently now, was said of another game. */
function forgetLaterComments() {
  const { headers, comments } = now.game.notes;
  const made = now.game.actions.length;
  const kept = Object.entries(comments ?? {}).filter(([ply]) => Number(ply) < made);
  now.game.notes = { headers, comments: Object.fromEntries(kept) };
}

const deal = (action) => act({ action });

function gesture(source, destination, low) {
  const { ways } = now.view.rules;
  const under = ways.length > 1 ? low : ways[0] === "under";
  const follow = now.view.row[source - 1]?.at(-1);
  return act({ gesture: { source, destination, under } }, follow);
}

/** Undo and redo: the actions are moved from one list to the other, and asked for again. */
async function step(actions, redo, words) {
  const view = await ask(recordOf(now.game, actions));
  const before = now.game.redo.length;
  now.game = { ...now.game, ...fromView(view), redo, notes: now.game.notes };
  now.view = view;
  now.selected = 0;
  show();
  keep(redo.length > before ? "undo" : "redo");
  say(words);
}

async function undo() {
  const { actions, redo } = now.game;
  if (actions.length) await step(actions.slice(0, -1), [actions.at(-1), ...redo], `Undone: ${actions.at(-1)}.`);
  else if (entries.hasBefore()) {
    const entry = await entries.goBack();
    if (entry) await arrive(entry);
    else say("There is nothing to undo.");
  }
  else say("There is nothing to undo.");
}

async function redo() {
  const { actions, redo: [next, ...rest] } = now.game;
  if (!next) {
    say("There is nothing to redo.");
    return;
  }
  try {
    await step([...actions, next], rest, `Redone: ${next}.`);
  } catch (error) {
    if (error instanceof Problem && !error.unanswered) now.game.redo = []; // kept badly: it is of no use
    throw error;
  }
}

const placeOf = (card) => now.view.row.findIndex((cards) => cards.at(-1) === card) + 1;

/** Tell a selected pile's cards, and nothing about where it may go. */
function look(place) {
  if (now.hints && now.view.destinations[place - 1].length) hinted();
  const cards = now.view.row[place - 1];
  const inside = cards.length > 1 ? `, from bottom to top ${cards.map(glyphs).join(" ")}` : "";
  const halves = now.view.rules.ways.length > 1 ? " A pile's upper half: over it, its lower half: under." : "";
  say(`Pile ${place} selected: ${glyphs(cards.at(-1))}${inside}.${halves}`);
}

async function pick(place, low) {
  if (!place || !now.view.row.length) return;
  const { selected } = now;
  now.cursor = place;
  if (!selected) {
    now.selected = place;
    look(place);
    show();
  } else if (selected !== place) await gesture(selected, place, low);
  else if (now.view.rules.discard === "between") await gesture(place, place);
  else letGo();
}

function letGo() {
  row.letGo();
  now.selected = 0;
  say("");
  show();
}

/** The match at a distance from the cursor: to the left, or right where only that is legal. */
function playDistance({ distance, under }) {
  const { discard, both_ways: bothWays, distances } = now.view.rules;
  const from = now.cursor;
  if (discard === "between" && !distances.includes(distance)) {
    return say(`Piles match at a distance of ${distances.join(" or ")} in this rule set, not ${distance}.`);
  }
  if (discard === "between") return gesture(from - distance + 1, from - 1);
  const may = (place) => now.view.destinations[from - 1]?.some(({ pile }) => pile === place);
  const right = (bothWays || discard === "pair") && !may(from - distance) && may(from + distance);
  return gesture(from, right ? from + distance : from - distance, under);
}

function setHints(on) {
  now.hints = on;
  store.set("hints", on);
  show();
  say(on ? "Hints on: a selected pile's destinations are lit." : "Hints off.");
}

// ------------------------------------------------------------ keys, pointer, buttons

function moveCursor(by) {
  const count = now.view.row.length;
  if (!count) return;
  const to = now.cursor + by;
  if (Math.abs(by) === 1 || (to >= 1 && to <= count)) now.cursor = Math.min(Math.max(to, 1), count);
  show();
  focusPile();
}

/** To the pile at the cursor, but not away from a line that is being typed. */
function focusPile() {
  if ($("line").hidden) row.pile(now.cursor)?.focus();
}

function openLine(kind) {
  $("line").hidden = false;
  $("line").dataset.kind = kind;
  $("line-label").textContent = kind === "go" ? "Go to pile" : "Action";
  $("typed").value = "";
  $("typed").inputMode = kind === "go" ? "numeric" : "text";
  $("typed").focus();
}

function closeLine() {
  $("line").hidden = true;
  (row.pile(now.cursor) ?? $("stock")).focus();
}

function typed(text, kind) {
  if (!text) return undefined;
  if (kind !== "go") return act({ action: text });
  const place = /^[0-9]+$/.test(text) ? Number(text) : 0;
  if (place >= 1 && place <= now.view.row.length) {
    now.cursor = place;
    show();
    focusPile();
  } else say(`There is no pile ${text}.`);
}

const deeds = {
  left: () => moveCursor(-1),
  right: () => moveCursor(1),
  up: () => moveCursor(-row.columns),
  down: () => moveCursor(row.columns),
  pick: ({ under }) => pick(now.cursor, under),
  letGo,
  distance: playDistance,
  dealOne: () => deal("d"),
  dealAll: () => deal("d*"),
  undo,
  redo,
  newGame,
  restart,
  hints: () => setHints(!now.hints),
};

const atOnce = {
  goTo: () => openLine("go"),
  type: () => openLine("action"),
  help: () => showHelp(now.view.rules),
};

addEventListener("keydown", (event) => {
  const where = event.target;
  if (document.querySelector("dialog[open]")) return;
  if (where.closest?.("input, textarea, select")) {
    if (event.key === "Escape" && where.id === "typed") closeLine();
    return;
  }
  const deed = deedOf(event);
  if (!deed || (deed[0] === "pick" && where.closest?.("button, a"))) return;
  event.preventDefault();
  if (now.view && atOnce[deed[0]]) atOnce[deed[0]](); // so that the very next key goes where it should
  else inTurn(() => deeds[deed[0]](deed[1]));
});

row.addEventListener("pick", ({ detail }) => inTurn(() => pick(placeOf(detail.card), detail.low)));
row.addEventListener("lift", ({ detail }) => inTurn(() => {
  now.selected = now.cursor = placeOf(detail.card);
  if (now.selected) look(now.selected);
  show();
}));
row.addEventListener("aim", ({ detail }) => {
  if (now.view.rules.ways.length < 2) return;
  say(`${detail.low ? "Under" : "Over"} ${glyphs(detail.card)}, pile ${placeOf(detail.card)}.`);
});
row.addEventListener("drop", ({ detail }) => inTurn(() => {
  const [source, destination] = [placeOf(detail.source), placeOf(detail.destination)];
  return source && destination ? gesture(source, destination, detail.low) : undefined;
}));
row.addEventListener("toss", ({ detail }) => inTurn(() => gesture(placeOf(detail.source), placeOf(detail.source))));

const buttons = {
  undo, redo, restart, new: newGame, next: nextGame,
  "outcome-undo": undo, "outcome-new": newGame, "outcome-next": nextGame,
  hints: deeds.hints, help: atOnce.help, stock: deeds.dealOne, "deal-all": deeds.dealAll,
  games: () => showGames({ current: now.game.id, take: (id) => inTurn(() => takeUp(id)) }),
  stats: () => showStats(now.view, buttons.games),
  daily: deals.daily, share: deals.share, "rule-sets": deals.buildRules,
  record: () => showRecord(
    now.view.record,
    (text) => inTurnFor(async () => start({ ...fromView(await ask(text)), came: "file" })),
  ),
};
for (const [id, work] of Object.entries(buttons)) {
  const begins = ["new", "next", "restart", "outcome-new", "outcome-next"].includes(id);
  $(id).addEventListener("click", (event) => {
    if (!begins || event.detail < 2) inTurn(work); // a double click begins one game
  });
}
for (const button of $("more").children) button.addEventListener("click", () => $("more").hidePopover?.());
for (const id of ["mode", "choose"]) $(id).addEventListener("click", () => now.view && deals.choose());
$("how-many").addEventListener("input", () => {
  $("deal-several").textContent = `Deal ${Number($("how-many").value) || "some"}`;
});
$("several").addEventListener("submit", (event) => {
  event.preventDefault();
  const many = $("how-many").value;
  inTurn(() => (many ? deal(`d${many}`) : say("How many cards are to be dealt?")));
});
$("line").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("typed").value.trim();
  const { kind } = $("line").dataset;
  closeLine();
  inTurn(() => typed(text, kind));
});

store.onTrouble((words) => {
  $("notice").textContent = words;
  $("notice").hidden = false;
});
inTurn(load);
