// The page: what the player does becomes a request, and its view is shown.
// Imports all other scripts; no rules stand here, the service knows them.

import { face, glyphs } from "./cards.js";
import * as entries from "./entries.js";
import { addressOf, anyDeal, fromAddress, fromView, game, nextDeal, recordOf } from "./game.js";
import { deedOf, listKeys } from "./keys.js";
import { ask, Problem, ruleSets } from "./service.js";
import * as store from "./store.js";
import * as dialogs from "./dialogs.js";
import { bellows } from "./bellows.js";
import "./board.js";

const $ = (id) => document.getElementById(id);
const row = $("row");

/** All that the page knows: the game, its view, and where the player is. */
const now = { game: null, view: null, selected: 0, cursor: 1, hints: store.get("hints", false) === true };

/** The entry of the history that couldn't be shown because the service didn't answer. */
let missed = null;

// ------------------------------------------------------------ one thing after the other

let last = Promise.resolve();

/** Inputs are worked in order, each on the table that the one before left. */
function inTurn(work) {
  const ready = () => {
    if (!now.view) return load(); // what was missed while the service didn't answer is tried again
    return missed ? arrive(missed) : work();
  };
  last = last.then(ready).catch((error) => {
    if (!(error instanceof Problem)) console.error(error);
    say(error.message);
  });
  return last;
}

/** The same, where who asks wants to know what went wrong. */
const inTurnFor = (work) => new Promise((done, failed) => inTurn(() => work().then(done, failed)));

// ------------------------------------------------------------ showing

/** Suits as text: without this sign some systems paint them as pictures. */
const plain = (words) => words.replace(/[♣♥♠♦](?!\uFE0E)/g, "$&\uFE0E");

function say(words) {
  $("message").textContent = plain(words);
  $("message").scrollTop = 0;
}

function show() {
  const { view } = now;
  const count = view.row.length;
  now.cursor = Math.min(Math.max(now.cursor, 1), Math.max(count, 1));
  if (now.selected > count) now.selected = 0;
  $("title").textContent = view.rules.title;
  const layout = view.layout === "open" ? "open" : "deal as you go";
  const facts = `${layout} · ${view.deal === null ? "deck of your own" : `deal ${view.deal}`}`;
  $("facts").textContent = facts;
  document.title = `${view.rules.title}, ${facts} – Squeezebox`;
  $("target").hidden = !view.target;
  $("target").textContent = view.target ? `Target ${glyphs(view.target)}` : "";
  $("piles").textContent = count;
  $("piles-word").textContent = count === 1 ? "pile" : "piles";
  const best = store.best(view.rules.text, view.layout);
  $("best").textContent = best === null ? "" : `Best: ${best} ${best === 1 ? "pile" : "piles"}`;
  bellows($("bellows"), view.bellows, view.rules.goal);
  $("stock-area").hidden = view.layout !== "stock";
  $("stock").disabled = $("deal-all").disabled = $("deal-several").disabled = view.stock === 0;
  $("stock").classList.toggle("empty", view.stock === 0);
  $("stock-count").textContent = view.stock;
  $("stock").setAttribute("aria-label", view.stock ? `Stock, ${view.stock} cards face down: deal one` : "Stock, empty");
  $("heap-area").hidden = view.rules.discard === "none";
  $("heap").replaceChildren(...(view.discards.length ? [face(view.discards.at(-1))] : []));
  $("heap-count").textContent = `${view.discards.length} discarded`;
  $("hints").setAttribute("aria-pressed", String(now.hints));
  $("hints-state").textContent = now.hints ? " on" : " off";
  $("undo").disabled = !now.game.actions.length && !entries.hasBefore();
  $("redo").disabled = !now.game.redo.length;
  $("outcome").hidden = view.outcome === "open";
  $("outcome").className = view.outcome;
  $("stands").textContent = plain(view.stands);
  row.classList.toggle("waiting", count === 0 && view.stock > 0);
  $("outcome-next").hidden = $("next").disabled = view.deal === null;
  const focused = row.contains(document.activeElement);
  row.show(view, now);
  if (focused) row.pile(now.cursor)?.focus({ preventScroll: true });
}

// ------------------------------------------------------------ keeping

/** Keep the game in its entry of the history, and among the unfinished ones while it is one. */
function keep() {
  const { game: one, view } = now;
  const kept = { address: addressOf(one), redo: one.redo, notes: one.notes };
  entries.put(one);
  store.set("last", { id: one.id, ...kept });
  const begun = one.actions.length + one.redo.length > 0;
  const onlyOpened = view.layout === "stock" && one.actions.join() === "d" && !one.redo.length;
  if (view.outcome === "open" && begun && !onlyOpened) {
    const title = `${view.rules.title}, ${$("facts").textContent}`;
    store.keep(one.id, { ...kept, title, piles: view.row.length, actions: one.actions.length });
  } else store.forget(one.id);
}

// ------------------------------------------------------------ games

/**
 * Begin or take up a game. `how`: "push" makes a new entry of the history, "take" makes the
 * entry at hand this game's, "stay" shows what the entry holds already. `opening` deals the
 * first card; `saved` is the kept copy that this game goes on from.
 */
async function start(parts, { how = "push", opening = false, saved = {} } = {}) {
  const { redo = [], notes = parts.notes } = saved; // notes of what was undone, too
  parts = { ...parts, notes };
  let view = await ask(recordOf(parts));
  if (view.choices) {
    const target = await dialogs.chooseTarget(view.choices);
    if (!target) return false;
    parts = { ...parts, target };
    view = await ask(recordOf(parts));
  }
  if (opening && view.stock && !view.actions.length) view = await ask(view.record, { action: "d" });
  const before = now.game !== null;
  row.letGo();
  now.game = game({ ...fromView(view), redo });
  if (notes) now.game.notes = notes;
  if (how === "stay" && saved.id) now.game.id = saved.id;
  now.view = view;
  now.selected = 0;
  now.cursor = 1;
  if (how === "push") entries.push(now.game, before);
  else if (how === "take" || !saved.id) entries.take(now.game);
  show();
  keep();
  if (saved.id && saved.id !== now.game.id) store.forget(saved.id);
  say(`${view.rules.title}. ${view.rules.summary}`);
  return true;
}

const inThisMode = () => ({ rules: now.game.rules, layout: now.game.layout, actions: [] });
const begin = (parts) => start(parts, { opening: true });
const newGame = () => begin({ ...inThisMode(), deal: anyDeal() });
const nextGame = () => now.game.deal !== null && begin({ ...inThisMode(), deal: nextDeal(now.game.deal) });
const restart = () => begin({ ...now.game, actions: [], notes: {} });

/** Take up the game that an address holds; false if it holds none, or the player declined. */
async function open(address, options = {}) {
  const parts = fromAddress(address);
  if (!parts) return false;
  parts.rules ??= dialogs.firstRules();
  if (!parts.deal && !parts.deck) return start({ ...parts, deal: anyDeal() }, { ...options, opening: true });
  return start(parts, options);
}

/** What the page begins with: the address's game, else the last one, else a new one. */
async function load() {
  dialogs.offer(await ruleSets());
  const own = newest(store.clean(history.state ?? {}));
  let trouble = "";
  try {
    if (await open(own.address ?? location.href, { how: "take", saved: own })) return;
    if (fromAddress(location.href)) trouble = "No game was begun from this link.";
  } catch (error) {
    if (!(error instanceof Problem) || error.unanswered) throw error;
    trouble = `This link holds no game that can be played. ${error.message}`;
  }
  const saved = store.clean(store.get("last", {}));
  if (!(await open(saved.address ?? "/", { how: "take", saved }).catch(() => false))) {
    await start({ rules: dialogs.firstRules(), deal: anyDeal() }, { how: "take", opening: true });
  }
  if (trouble) say(trouble);
}

/** What is kept of an entry's game, if it is: a move may have come after the entry was left. */
const newest = (state) => (state.id && store.find(state.id)) || { ...state, address: undefined };

/** Show the game of the entry that the player has gone to; if it holds none, go on with this. */
async function arrive(entry) {
  missed = null;
  const saved = newest(store.clean(entry.state));
  try {
    if (await open(saved.address ?? entry.address, { how: "stay", saved })) return;
  } catch (error) {
    if (error instanceof Problem && error.unanswered) missed = entry;
    else entries.push(now.game, false);
    throw error;
  }
  entries.push(now.game, false);
}

entries.onArrival((entry) => {
  missed = null;
  dialogs.closeAll();
  inTurn(() => arrive(entry));
});

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
  if (view.outcome === "won" || view.outcome === "stuck") {
    store.result(view.rules.text, view.layout, view.row.length);
  }
  show();
  keep();
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
  now.game = { ...now.game, ...fromView(view), redo, notes: now.game.notes };
  now.view = view;
  now.selected = 0;
  show();
  keep();
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
  help: () => dialogs.showHelp(now.view.rules),
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
  games: () => dialogs.showGames(store.games().filter(({ id }) => id !== now.game.id), {
    take: ({ id, address }) => inTurn(() => {
      const saved = store.find(id) ?? { address }; // another tab may have played on
      return open(saved.address, { saved });
    }),
    drop: ({ id }) => store.forget(id),
  }),
  record: () => dialogs.showRecord(
    now.view.record,
    (text) => inTurnFor(async () => start(fromView(await ask(text)))),
  ),
};
for (const [id, work] of Object.entries(buttons)) {
  const begins = ["new", "next", "restart", "outcome-new", "outcome-next"].includes(id);
  $(id).addEventListener("click", (event) => {
    if (!begins || event.detail < 2) inTurn(work); // a double click begins one game
  });
}
for (const button of $("more").children) button.addEventListener("click", () => $("more").hidePopover?.());
for (const id of ["mode", "choose"]) {
  $(id).addEventListener("click", () => now.view && dialogs.chooseGame(now.view, (parts) => (
    inTurnFor(() => begin({ deal: anyDeal(), ...parts, actions: [] }))
  )));
}
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
listKeys($("keys"));
inTurn(load);
