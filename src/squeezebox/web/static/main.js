// The page: what the player does becomes a request, and its view is shown.
// Imports all other scripts; no rules stand here, the service knows them.

import { glyphs } from "./cards.js";
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

// ------------------------------------------------------------ one thing after the other

let last = Promise.resolve();

/** Inputs are worked in order, each on the table that the one before left. */
function inTurn(work) {
  last = last.then(work).catch((error) => {
    if (!(error instanceof Problem)) console.error(error);
    say(error.message);
  });
  return last;
}

/** The same, where who asks wants to know what went wrong. */
const inTurnFor = (work) => new Promise((done, failed) => inTurn(() => work().then(done, failed)));

// ------------------------------------------------------------ showing

function say(words) {
  $("message").textContent = words;
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
  $("best").textContent = best === null ? "" : `Best ${best}`;
  bellows($("bellows"), view.bellows, view.rules.goal);
  $("stock-area").hidden = view.layout !== "stock";
  $("stock").disabled = $("deal-all").disabled = $("deal-several").disabled = view.stock === 0;
  $("stock").classList.toggle("empty", view.stock === 0);
  $("stock-count").textContent = view.stock;
  $("stock").setAttribute("aria-label", view.stock ? `Stock, ${view.stock} cards face down: deal one` : "Stock, empty");
  $("heap-area").hidden = view.rules.discard === "none";
  $("heap").textContent = view.discards.length ? glyphs(view.discards.at(-1)) : "";
  $("heap-count").textContent = `${view.discards.length} discarded`;
  $("hints").setAttribute("aria-pressed", String(now.hints));
  $("hints").textContent = now.hints ? "Hints on" : "Hints off";
  $("undo").disabled = !now.game.actions.length && !history.state?.before;
  $("redo").disabled = !now.game.redo.length;
  $("outcome").hidden = view.outcome === "open";
  $("outcome").className = view.outcome;
  $("stands").textContent = view.stands;
  $("outcome-next").hidden = $("next").disabled = view.deal === null;
  const focused = row.contains(document.activeElement);
  row.show(view, now);
  if (focused) row.pile(now.cursor)?.focus({ preventScroll: true });
}

// ------------------------------------------------------------ keeping

/** Keep the game in the address, and among the unfinished ones while it is one. */
function keep() {
  const { game: one, view } = now;
  const address = addressOf(one);
  putAddress();
  store.set("last", { id: one.id, address, redo: one.redo });
  const dealtOpening = view.layout === "stock" ? 1 : 0;
  if (view.outcome === "open" && one.actions.length + one.redo.length > dealtOpening) {
    const title = `${view.rules.title}, ${$("facts").textContent}`;
    store.keep(one.id, { address, redo: one.redo, title, piles: view.row.length });
  } else store.forget(one.id);
}

let putting = 0;

/** Browsers allow only so many changes of the address in a time: the last one always counts. */
function putAddress(atOnce = false) {
  const put = () => {
    const { id, redo } = now.game;
    history.replaceState({ ...history.state, id, redo }, "", addressOf(now.game));
  };
  const waiting = putting;
  clearTimeout(putting);
  putting = 0;
  if (atOnce || !waiting) put();
  if (!atOnce) putting = setTimeout(() => { putting = 0; if (now.game) put(); }, 300);
}

addEventListener("pagehide", () => now.game && putting && putAddress(true));

// ------------------------------------------------------------ games

/**
 * Begin or take up a game. `how` is what becomes of the address: "push" makes a new entry
 * of the browser's history, "replace" and "stay" don't. `opening` deals the first card.
 */
async function start(parts, { how = "push", opening = false, id, redo = [] } = {}) {
  let view = await ask(recordOf(parts));
  if (view.choices) {
    const target = await dialogs.chooseTarget(view.choices);
    if (!target) return false;
    parts = { ...parts, target };
    view = await ask(recordOf(parts));
  }
  if (opening && view.stock && !view.actions.length) view = await ask(view.record, { action: "d" });
  if (now.game && putting) putAddress(true);
  const before = now.game !== null && how === "push";
  now.game = game({ ...fromView(view), redo, ...(id ? { id } : {}) });
  now.view = view;
  now.selected = 0;
  now.cursor = 1;
  if (how === "push") history.pushState({ before }, "", addressOf(now.game));
  show();
  keep();
  say(`${view.rules.title}. ${view.rules.summary}`);
  return true;
}

const inThisMode = () => ({ rules: now.game.rules, layout: now.game.layout, actions: [] });
const begin = (parts) => start(parts, { opening: true });
const newGame = () => begin({ ...inThisMode(), deal: anyDeal() });
const nextGame = () => now.game.deal !== null && begin({ ...inThisMode(), deal: nextDeal(now.game.deal) });
const restart = () => begin({ ...now.game, actions: [] });

/** Take up the game that an address holds; keeps what the player has if it doesn't hold. */
async function open(address, options = {}) {
  const parts = fromAddress(address);
  if (!parts) return false;
  parts.rules ??= dialogs.firstRules();
  if (!options.id) {
    const same = store.games().find((saved) => saved.address === addressOf(parts));
    if (same) options = { ...options, id: same.id, redo: same.redo ?? [] };
  }
  return start(parts, options);
}

async function load() {
  dialogs.offer(await ruleSets());
  const state = history.state ?? {};
  let trouble = "";
  try {
    if (await open(location.href, { how: "replace", id: state.id, redo: state.redo })) return;
    trouble = fromAddress(location.href) ? "No game was begun from this link." : "";
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    trouble = `This link holds no game that can be played. ${error.message}`;
  }
  history.replaceState(null, "", "/");
  const saved = store.get("last", {});
  const again = typeof saved.address === "string"
    && (await open(saved.address, { how: "replace", id: saved.id, redo: saved.redo ?? [] }).catch(() => false));
  if (!again) {
    await start({ rules: dialogs.firstRules(), deal: anyDeal(), actions: [] }, { how: "replace", opening: true });
  }
  if (trouble) say(trouble);
}

addEventListener("popstate", (event) => {
  dialogs.closeAll();
  const { id, redo } = event.state ?? {};
  inTurn(() => open(location.href, { how: "stay", id, redo: redo ?? [] }));
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
  now.game = { ...now.game, ...fromView(view), redo: made === next ? redo : [] };
  now.view = view;
  now.selected = 0;
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
  now.game = { ...now.game, ...fromView(view), redo };
  now.view = view;
  now.selected = 0;
  show();
  keep();
  say(words);
}

async function undo() {
  const { actions, redo } = now.game;
  if (actions.length) await step(actions.slice(0, -1), [actions.at(-1), ...redo], `Undone: ${actions.at(-1)}.`);
  else if (history.state?.before) history.back();
  else say("There is nothing to undo.");
}

async function redo() {
  const { actions, redo: [next, ...rest] } = now.game;
  if (next) await step([...actions, next], rest, `Redone: ${next}.`);
  else say("There is nothing to redo.");
}

const placeOf = (card) => now.view.row.findIndex((cards) => cards.at(-1) === card) + 1;

/** Tell a selected pile's cards, and nothing about where it may go. */
function look(place) {
  const cards = now.view.row[place - 1];
  const inside = cards.length > 1 ? `, from bottom to top ${cards.map(glyphs).join(" ")}` : "";
  say(`Pile ${place} selected: ${glyphs(cards.at(-1))}${inside}.`);
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
  now.selected = 0;
  say("");
  show();
}

/** The match at a distance from the cursor: to the left, or right where only that is legal. */
function playDistance({ distance, under }) {
  const { discard, both_ways: bothWays } = now.view.rules;
  const from = now.cursor;
  if (discard === "between") return gesture(from - distance + 1, from - 1);
  const may = (place) => now.view.destinations[from - 1]?.some(({ pile }) => pile === place);
  const right = bothWays && !may(from - distance) && may(from + distance);
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
  row.pile(now.cursor)?.focus();
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

function typed(text) {
  if ($("line").dataset.kind !== "go") return text ? act({ action: text }) : undefined;
  const place = Number(text);
  if (Number.isInteger(place) && place >= 1 && place <= now.view.row.length) {
    now.cursor = place;
    show();
    row.pile(place).focus();
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
  if (document.querySelector("dialog[open]") || !now.view) return;
  if (where.closest?.("input, textarea, select")) {
    if (event.key === "Escape" && where.id === "typed") closeLine();
    return;
  }
  const deed = deedOf(event);
  if (!deed || (deed[0] === "pick" && where.closest?.("button, a"))) return;
  event.preventDefault();
  if (atOnce[deed[0]]) atOnce[deed[0]](); // so that the very next key goes where it should
  else inTurn(() => deeds[deed[0]](deed[1]));
});

row.addEventListener("pick", ({ detail }) => inTurn(() => pick(placeOf(detail.card), detail.low)));
row.addEventListener("lift", ({ detail }) => inTurn(() => {
  now.selected = now.cursor = placeOf(detail.card);
  if (now.selected) look(now.selected);
  show();
}));
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
    take: ({ address, id, redo: undone }) => inTurn(() => open(address, { id, redo: undone ?? [] })),
    drop: ({ id }) => store.forget(id),
  }),
  record: () => dialogs.showRecord(
    now.view.record,
    (text) => inTurnFor(async () => start(fromView(await ask(text)))),
  ),
};
for (const [id, work] of Object.entries(buttons)) $(id).addEventListener("click", () => inTurn(work));
for (const button of $("more").children) button.addEventListener("click", () => $("more").hidePopover?.());
for (const id of ["mode", "choose"]) {
  $(id).addEventListener("click", () => dialogs.chooseGame(now.view, (parts) => (
    inTurnFor(() => begin({ deal: anyDeal(), ...parts, actions: [] }))
  )));
}
$("how-many").addEventListener("input", () => {
  $("deal-several").textContent = `Deal ${Number($("how-many").value) || "…"}`;
});
$("several").addEventListener("submit", (event) => {
  event.preventDefault();
  inTurn(() => deal(`d${$("how-many").value || 1}`));
});
$("line").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("typed").value.trim();
  closeLine();
  inTurn(() => typed(text));
});

store.trouble.tell = say;
listKeys($("keys"));
inTurn(load);
