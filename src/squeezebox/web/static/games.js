// Games: beginning, leaving, keeping and taking them up, from links, the history or the store.
// Imports `screen`, `service`, `game`, `entries`, `store`, `dialogs` and the choice of a target.

import { closeAll } from "./dialogs.js";
import { $ } from "./dom.js";
import * as entries from "./entries.js";
import { addressOf, anyDeal, fromAddress, fromView, game, nextDeal, recordOf } from "./game.js";
import { now, row, say, show } from "./screen.js";
import { chooseTarget } from "./screens/target.js";
import { ask, Problem, ruleSets } from "./service.js";
import * as store from "./store.js";

/** The entry of the history that couldn't be shown because the service didn't answer. */
let missed = null;

// ------------------------------------------------------------ one thing after the other

let last = Promise.resolve();

/** Inputs are worked in order, each on the table that the one before left. */
export function inTurn(work) {
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
export const inTurnFor = (work) =>
  new Promise((done, failed) => inTurn(() => work().then(done, failed)).then(done));
// ------------------------------------------------------------ keeping

/** Keep the game in its entry of the history, and among the unfinished ones while it is one. */
export function keep() {
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
export async function start(parts, { how = "push", opening = false, saved = {} } = {}) {
  const { redo = [], notes = parts.notes } = saved; // notes of what was undone, too
  parts = { ...parts, notes };
  let view = await ask(recordOf(parts));
  if (view.choices) {
    const target = await chooseTarget(view.choices);
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

/** The rule set that a newcomer begins with. */
const firstRules = () => now.ruleSets[0].text;
const inThisMode = () => ({ rules: now.game.rules, layout: now.game.layout, actions: [] });
export const begin = (parts) => start(parts, { opening: true });
export const newGame = () => begin({ ...inThisMode(), deal: anyDeal() });
export const nextGame = () => now.game.deal !== null && begin({ ...inThisMode(), deal: nextDeal(now.game.deal) });
export const restart = () => begin({ ...now.game, actions: [], notes: {} });

/** Take up the game that an address holds; false if it holds none, or the player declined. */
export async function open(address, options = {}) {
  const parts = fromAddress(address);
  if (!parts) return false;
  parts.rules ??= firstRules();
  if (!parts.deal && !parts.deck) return start({ ...parts, deal: anyDeal() }, { ...options, opening: true });
  return start(parts, options);
}

/** What the page begins with: the address's game, else the last one, else a new one. */
export async function load() {
  now.ruleSets = await ruleSets();
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
    await start({ rules: firstRules(), deal: anyDeal() }, { how: "take", opening: true });
  }
  if (trouble) say(trouble);
}

/** What is kept of an entry's game, if it is: a move may have come after the entry was left. */
const newest = (state) => (state.id && store.find(state.id)) || { ...state, address: undefined };

/** Show the game of the entry that the player has gone to; if it holds none, go on with this. */
export async function arrive(entry) {
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
  closeAll();
  inTurn(() => arrive(entry));
});
