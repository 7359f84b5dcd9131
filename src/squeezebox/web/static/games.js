// Games: beginning, leaving, keeping and taking them up, from links, the history or the store.
// Imports `screen`, `service`, `game`, `difficulty`, `dom`, `entries`, `keep`, `dialogs` and the choice
// of a target.

import { closeAll } from "./dialogs.js";
import { choosy, newDeal } from "./difficulty.js";
import { count } from "./dom.js";
import * as entries from "./entries.js";
import { addressOf, anyDeal, dealWords, fromAddress, fromView, game, layoutWords, nextDeal, recordOf } from "./game.js";
import * as clock from "./keep/clock.js";
import { readEntry, withResult } from "./keep/documents.js";
import { learnCatalogue, learnName } from "./keep/names.js";
import * as store from "./keep/store.js";
import { whole } from "./lines.js";
import { now, row, said, say, show } from "./screen.js";
import { chooseTarget } from "./screens/target.js";
import { ask, Problem, ruleSets } from "./service.js";

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
    if (now.view) show(); // what moved ahead of the answer, as the bellows do, goes back
    say(error.message);
  });
  return last;
}

/** The same, where who asks wants to know what went wrong. */
export const inTurnFor = (work) =>
  new Promise((done, failed) => inTurn(() => work().then(done, failed)).then(done));

// ------------------------------------------------------------ keeping

/** What the store keeps of a game that begins. */
const blank = ({ id, rules, layout, deal, deck, target, came = "link", daily = null }) => ({
  id, attempt: id, rules, layout, deal, deck, target, came, daily,
  begun: 0, changed: 0, seconds: 0, undos: 0, hints: 0, advice: 0, first: null, best: null,
});

/** What is kept of a game, as the parts to go on from. */
function partsOf(kept) {
  const list = (text) => text.split(" ").filter(Boolean);
  const parts = { ...kept, actions: list(kept.actions), redo: list(kept.redo) };
  return { ...parts, address: addressOf(parts), kept };
}

/** The game in progress, known at once at the next start. */
function remember(one) {
  entries.put(one);
  store.set("last", { ...entries.entryOf(one), address: addressOf(one) });
}

/**
 * Keep the game: in its entry of the history, and in the store once the player has acted in it.
 * `deed` is what the player did, "action", "undo" or "redo"; without it only time has passed.
 */
export function keep(deed) {
  followCopy();
  const { game: one, view } = now;
  if (deed) remember(one);
  const at = Math.max(Date.now(), one.kept.changed);
  const begins = deed === "action" && !one.kept.begun;
  const passed = clock.taken();
  one.kept = { ...one.kept, seconds: one.kept.seconds + passed, undos: one.kept.undos + (deed === "undo") };
  if (begins) one.kept.begun = at;
  if (!one.kept.begun || !(deed || passed)) return;
  if (deed) {
    one.kept = withResult({
      ...one.kept, actions: one.actions.join(" "), redo: one.redo.join(" "), notes: one.notes,
      title: view.rules.title, outcome: view.outcome, piles: view.row.length, changed: at, away: false,
    }, at);
  }
  store.keep(one.kept)?.then(followCopy);
}

/** If another tab has played on with this game, the game here is a copy with an id of its own. */
function followCopy() {
  const one = now.game;
  const id = store.idOf(one.id);
  if (id === one.id) return;
  const here = history.state?.id === one.id;
  Object.assign(one, { id, kept: { ...one.kept, id } });
  if (here) entries.take(one);
  remember(one);
}

/** Hints were shown. */
export function hinted() {
  now.game.kept.hints += 1;
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden && now.game) keep();
});
store.onChange(({ erased }) => {
  if (erased && now.game) now.game.kept = blank(now.game);
});

// ------------------------------------------------------------ games

/**
 * Begin or take up a game. `how`: "push" makes a new entry of the history, "take" makes the
 * entry at hand this game's, "stay" shows what the entry holds already. `opening` deals the
 * first card; `saved` is the kept copy that this game goes on from.
 */
export async function start(parts, { how = "push", opening = false, saved = {} } = {}) {
  const { redo = [], notes = parts.notes, lines, marks } = saved; // notes of what was undone, too
  parts = { ...parts, notes };
  let view = await ask(recordOf(parts));
  if (view.choices) {
    const target = await chooseTarget(view.choices, view.layout === "open" && recordOf(parts));
    if (!target) return false;
    parts = { ...parts, target };
    view = await ask(recordOf(parts));
  }
  if (opening && view.stock && !view.actions.length) view = await ask(view.record, { action: "d" });
  if (parts.name) learnName(view.rules, parts.name);
  const before = now.game !== null;
  if (before) keep();
  clock.restart();
  row.letGo();
  const { came = saved.came ?? "link", daily = saved.daily ?? null } = parts;
  now.game = game({ ...fromView(view), redo, came, daily });
  for (const [name, value] of Object.entries({ notes, lines, marks })) if (value) now.game[name] = value;
  if (saved.id) now.game.id = saved.id;
  now.game.kept = { ...(saved.kept ?? blank(now.game)) };
  now.view = view;
  now.game.bellows = await wholeBellows(view);
  now.selected = 0;
  now.cursor = 1;
  if (how === "push") entries.push(now.game, before);
  else if (how === "take" || !saved.id) entries.take(now.game);
  show();
  remember(now.game);
  say(introduced(view, saved.kept ? "Back in the game: " : before && how === "push" ? "New game: " : ""));
  return true;
}

/** What a game is called when it comes to the table, and how far it is or how it is played. */
function introduced({ rules, layout, deal, row: piles, actions }, how) {
  const facts = `${how}${rules.title}, ${layoutWords(layout)}, ${dealWords(deal)}`;
  if (actions.every((action) => action === "d")) return `${facts}. ${rules.summary}`;
  return `${facts}: ${count(piles.length, "pile")} after ${count(actions.length, "action")}.`;
}

/** The rule set that a newcomer begins with. */
const firstRules = () => now.ruleSets[0].text;
const inThisMode = () => ({ rules: now.game.rules, layout: now.game.layout, actions: [] });
export const begin = (parts) => start(parts, { opening: true });
export const newGame = () => beginNew({ ...inThisMode(), came: "new" });

/** Begin a game with a deal as the player wants new ones. */
export async function beginNew(parts) {
  if (choosy()) say("Looking for a deal…");
  const { deal, words } = await newDeal(parts, say);
  const began = await begin({ ...parts, actions: [], deal });
  if (began && words) say(`${words} ${said}`);
  return began;
}

export const nextGame = () => now.game.deal !== null
  && begin({ ...inThisMode(), deal: nextDeal(now.game.deal), came: "next" });
export const restart = () => begin({ ...now.game, actions: [], notes: {}, came: "restart" });

/** Go on with a kept game. */
export async function takeUp(id) {
  const kept = await store.find(id);
  if (!kept) throw new Problem("This game isn't kept any more.");
  const saved = partsOf(kept);
  return open(saved.address, { saved });
}

/** The bellows of the line at hand; what was undone and kept badly is of no use. */
async function wholeBellows(view) {
  if (!now.game.redo.length) return view.bellows;
  try {
    return (await ask(recordOf(now.game, whole(now.game)))).bellows;
  } catch (error) {
    if (error.unanswered) throw error;
    now.game.redo = [];
    return view.bellows;
  }
}

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
  learnCatalogue(now.ruleSets);
  const entry = entries.here();
  const own = await newest(readEntry(entry.state));
  let trouble = "";
  try {
    if (await open(own.address ?? entry.address, { how: "take", saved: own })) return;
    if (fromAddress(location.href)) trouble = "No game was begun from this link.";
  } catch (error) {
    if (!(error instanceof Problem) || error.unanswered) throw error;
    trouble = `This link holds no game that can be played. ${error.message}`;
  }
  const last = store.get("last", null);
  const saved = await newest(readEntry(last));
  if (!saved.kept) delete saved.id; // another tab may begin it
  if (!(saved.address && await open(saved.address, { how: "take", saved }).catch(unreadable))) {
    if (last !== null && !saved.address) store.damaged();
    await start({ rules: firstRules(), deal: anyDeal(), came: "new" }, { how: "take", opening: true });
  }
  if (trouble) say(trouble);
}

function unreadable(error) {
  if (!(error instanceof Problem) || error.unanswered) throw error;
  store.damaged();
  return false;
}

/** What is kept of an entry's game, if it is: a move may have come after the entry was left. */
async function newest(entry) {
  const kept = entry.id ? await store.find(store.idOf(entry.id)) : null;
  const { lines, marks } = entry;
  return kept ? { lines, marks, ...partsOf(kept) } : entry;
}

/** Show the game of the entry that the player has gone to; if it holds none, go on with this. */
export async function arrive(entry) {
  missed = null;
  const saved = await newest({ ...readEntry(entry.state), address: undefined });
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
