// What the browser keeps, for everyone else: settings at once (`get`, `set`), and in the database
// games, the best results, rule sets of the player's own, solved puzzles. Imports the rest of this folder.
//
// Nothing waits for the database. What is to be kept waits in memory (`pending`) and, so that a
// tab that is killed loses nothing, in localStorage (a "net"), until the database has it; the next
// start takes up what nets still hold. Two tabs: whoever plays on a game that another tab has
// played on since goes on with a copy of his own.

import { got, STORES, transact } from "./database.js";
import { firstSolved, isNotes, merged, puzzleKey, readBest, readGame, readPuzzle, readRules } from "./documents.js";
import { modeOf } from "./results.js";
import { damaged, get, names, onTrouble, remove, set, troubled } from "./settings.js";
import { readText, written } from "./transfer.js";

export { damaged, get, onTrouble, set };

const SOON = 1000; // milliseconds
const hand = Math.random().toString(36).slice(2, 10); // tells this visit of the page from others

/** Games that the database hasn't got yet, by id: {game, base, hand, key}. */
const pending = new Map();
/** When games were changed last, as far as is known here, by id. */
const known = new Map();
/** New ids of games that became copies. */
const renamed = new Map();
/** Fewest piles by way of playing. */
let bests = new Map();
let rules = [];
/** Solved puzzles by their keys; also those that the database didn't take. */
const puzzles = new Map();
let working = true; // as far as is known: the database

// ------------------------------------------------------------ who wants to know

const told = new Set();
let channel = null;
try {
  channel = new BroadcastChannel("squeezebox");
  channel.onmessage = ({ data }) => hear(data);
} catch {
  // no other tab will be heard
}

/** Be told of changes, those of other tabs too: `work({erased})`. Answers how to end that. */
export function onChange(work) {
  told.add(work);
  return () => told.delete(work);
}

function tellAll(change) {
  for (const work of told) work(change);
}

function changed(change = {}) {
  channel?.postMessage(change);
  tellAll(change);
}

async function hear(data) {
  const erased = data?.erased === true;
  if (erased) forgetAll();
  await look();
  tellAll({ erased });
}

// ------------------------------------------------------------ reading

/** Only what can be read; what can't stays where it is, and is told unless `silent`. */
function readable(values, read, silent = false) {
  return values.flatMap((value) => {
    try {
      return [read(value)];
    } catch (error) {
      if (!silent) troubled(error);
      return [];
    }
  });
}

/** A reading of the database, or `otherwise`. */
async function reading(work, otherwise) {
  if (!working) return otherwise;
  try {
    return await transact("readonly", work);
  } catch (error) {
    working = false;
    troubled(error);
    return otherwise;
  }
}

/** Bring to mind what must be known at once: the best results and the rule sets. */
async function look() {
  const [best, own, solved] = await reading((store) => Promise.all(
    ["bests", "rules", "puzzles"].map((name) => got(store(name).getAll())),
  ), [[...bests.values()], rules, []]);
  const waiting = [...pending.values()].map(({ game }) => bestOf(game));
  bests = improve(new Map(), [...readable(best, readBest), ...waiting, ...oldBests()]);
  rules = readable(own, readRules);
  readable(solved, readPuzzle).forEach(learnSolved);
}

function learnSolved(one) {
  const key = String(puzzleKey(one));
  puzzles.set(key, firstSolved(one, puzzles.get(key)));
}

/** All kept games, the latest first. */
export async function games() {
  const all = await reading((store) => got(store("games").getAll()), []);
  const found = new Map(readable(all, readGame).map((game) => [game.id, game]));
  for (const [id, { game }] of pending) found.set(id, found.has(id) ? merged(game, found.get(id)) : game);
  return [...found.values()].sort((one, other) => other.changed - one.changed);
}

/** One kept game, to go on from; null if there is none. */
export async function find(id) {
  if (pending.has(id)) return pending.get(id).game;
  const soon = new Promise((done) => setTimeout(done, SOON)); // a player waits
  const value = await Promise.race([reading((store) => got(store("games").get(id))), soon]);
  const [game] = readable(value === undefined ? [] : [value], readGame);
  if (game) known.set(id, game.changed);
  return game ?? null;
}

/** The fewest piles that a game of this rule set and layout ended with, or null. */
export const best = (text, layout) => bests.get(modeOf({ rules: text, layout }))?.piles ?? null;

/** The player's own rule sets, the latest first: {text, name, when}. */
export const ruleSets = () => [...rules].sort((one, other) => other.when - one.when);

/** All puzzles that were solved: see `readPuzzle`. */
export const solvedPuzzles = () => [...puzzles.values()];

// ------------------------------------------------------------ writing

/** The id under which this tab keeps a game: another one once it has become a copy. */
export const idOf = (id) => (renamed.has(id) ? idOf(renamed.get(id)) : id);

/** Keep a game (see `readGame`), safe at once; a promise, fulfilled when the database was asked. */
export function keep(made) {
  const [game] = readable([made], readGame);
  if (!game) return undefined;
  wait(game);
  return flush();
}

function wait(game) {
  const before = pending.get(game.id);
  const { base, key } = before ?? { base: known.get(game.id) ?? 0, key: `net.${hand}.${game.id}` };
  pending.set(game.id, { game, base, hand, key });
  set(key, { game, base, hand });
  improve(bests, [bestOf(game)]);
}

/** What becomes of a game that is to be kept, where `there` is kept already. */
function settled({ game, base, hand: own, late }, there) {
  if (!there) return game;
  const [kept] = readable([there], readGame); // or nothing: what is damaged isn't overwritten
  const others = !kept || (kept.changed > base && kept.changed !== game.changed && there.hand !== own);
  if (!others || (late && kept)) return merged(game, kept);
  if (kept && game.changed === base) return merged(kept, game); // only time has passed here
  return { ...game, id: `${game.attempt.slice(0, 60)}.${own}.${base.toString(36)}` };
}

/** Of some results ({rules, layout, piles}) those that are better than what `found` holds. */
function improve(found, results) {
  for (const { rules: text, layout, piles } of results) {
    const mode = modeOf({ rules: text, layout });
    if (piles !== null && !(found.get(mode)?.piles <= piles)) found.set(mode, { rules: text, layout, piles });
  }
  return found;
}

const bestOf = (game) => ({ ...game, piles: game.best });

async function putBests(store, results) {
  for (const one of improve(new Map(), results).values()) {
    const there = await got(store("bests").get([one.rules, one.layout]));
    if (!(there?.piles <= one.piles)) store("bests").put(one);
  }
}

let flushing = null;

/** Give the database what is pending; one after the other, and until nothing is left. */
function flush() {
  flushing ??= flushAll().catch(troubled).finally(() => {
    flushing = null;
  });
  return flushing;
}

async function flushAll() {
  while (pending.size) {
    const batch = [...pending];
    let made;
    try {
      made = await transact("readwrite", async (store) => {
        const put = [];
        for (const [id, waiting] of batch) {
          const there = await got(store("games").get(id));
          const game = settled(waiting, there);
          const ours = game.changed === waiting.game.changed;
          store("games").put({ ...game, hand: ours ? waiting.hand : there.hand });
          put.push(game);
        }
        await putBests(store, put.map(bestOf));
        return put;
      });
    } catch (error) {
      working = false;
      throw error;
    }
    if (!working) {
      working = true;
      await look();
    }
    batch.forEach(([id, waiting], index) => {
      const game = made[index];
      if (game.changed === waiting.game.changed) known.set(game.id, game.changed);
      if (game.id !== id) renamed.set(id, game.id);
      const now = pending.get(id);
      if (!now) return; // erased
      pending.delete(id);
      remove(now.key);
      if (now !== waiting) wait({ ...now.game, id: game.id }); // played on meanwhile
    });
    changed();
  }
}

/** Do something in the database that the player asked for; why it failed is thrown, as a sentence. */
async function asked(work) {
  await flush();
  try {
    const result = await transact("readwrite", work);
    await look();
    return result;
  } catch {
    throw new Error("The browser's storage refused that: nothing was changed.");
  }
}

/** Leave an unfinished game out of the list of those; it stays counted. */
export async function putAway(id) {
  await asked(async (store) => {
    const there = await got(store("games").get(id));
    if (there) store("games").put({ ...there, away: true });
  });
  changed();
}

/** Keep a rule set of the player's own under a name, instead of an earlier name. */
export async function keepRules({ text, name, when = Date.now() }) {
  const made = readRules({ text, name: name.trim(), when });
  await asked((store) => got(store("rules").put(made)));
  changed();
}

export async function forgetRules(text) {
  await asked((store) => got(store("rules").delete(text)));
  changed();
}

async function putPuzzle(store, one) {
  const there = await got(store("puzzles").get(puzzleKey(one)));
  const made = firstSolved(one, readable(there ? [there] : [], readPuzzle)[0]);
  if (made === one) store("puzzles").put(one);
}

/** Keep a puzzle that was solved (see `readPuzzle`), unless it was solved before. */
export async function keepSolved(made) {
  const one = readPuzzle(made);
  learnSolved(one);
  tellAll({});
  await transact("readwrite", (store) => putPuzzle(store, one)).then(() => channel?.postMessage({}), troubled);
}

// ------------------------------------------------------------ all at once

/** Everything as text. */
export async function exported() {
  await flush();
  const all = await games();
  await look();
  return written({ games: all, bests: [...bests.values()], rules, puzzles: solvedPuzzles() });
}

/**
 * Take in what a text holds: {added, changed, same, puzzles, left}, numbers of games, that of solved
 * puzzles that are new, and the names of what this version doesn't know. A wrong text is refused with a sentence, and changes nothing.
 */
export async function imported(text) {
  const found = readText(text);
  const before = puzzles.size;
  const counts = await asked(async (store) => {
    const count = { added: 0, changed: 0, same: 0 };
    const kept = new Map((await got(store("games").getAll())).map((value) => [value.id, value]));
    for (const game of found.games) {
      const value = kept.get(game.id);
      const [there] = readable(value ? [value] : [], readGame);
      const made = there ? merged(there, game) : game;
      const same = there && JSON.stringify(there) === JSON.stringify(made);
      count[same ? "same" : value ? "changed" : "added"] += 1;
      if (!same) store("games").put(made);
      kept.set(game.id, made);
    }
    await putBests(store, [...found.bests, ...found.games.map(bestOf)]);
    for (const one of found.rules) {
      const there = await got(store("rules").get(one.text));
      if (!(there?.when >= one.when)) store("rules").put(one);
    }
    for (const one of found.puzzles) await putPuzzle(store, one);
    return count;
  });
  changed();
  return { ...counts, puzzles: puzzles.size - before, left: found.left };
}

function forgetAll() {
  pending.clear();
  known.clear();
  bests.clear();
  puzzles.clear();
  rules = [];
}

/** Forget all games, results, rule sets and puzzles; settings stay. */
export async function erase() {
  await asked((store) => Promise.all(STORES.map((name) => got(store(name).clear()))));
  forgetAll();
  for (const start of ["net.", "game.", "best"]) names(start).forEach(remove);
  changed({ erased: true });
}

// ------------------------------------------------------------ the start

/** An unfinished game as versions before the database kept it; throws if it is damaged. */
function oldGame(key) {
  const { address, redo, notes, title, piles, when } = get(key, {});
  const { rules: text, layout = "open", deal, deck = null, target = null, actions = "" } =
    Object.fromEntries(new URL(address, location.href).searchParams);
  const at = Number.isInteger(when) ? when : Date.now();
  const made = {
    id: key.slice("game.".length), rules: text, layout, deck, target, actions: actions.trim(),
    deal: deal === undefined ? null : Number(deal), came: "earlier",
    begun: at, changed: at, outcome: "open", piles: Number.isInteger(piles) ? piles : 0,
  };
  if (typeof title === "string") made.title = title.split(/, (?=open|deal)/)[0];
  if (Array.isArray(redo)) made.redo = redo.join(" ");
  if (isNotes(notes)) made.notes = notes;
  return { game: readGame(made), base: 0, hand: "", key, late: true };
}

/** The best results as versions before the database kept them. */
const oldBests = () => readable(Object.entries(get("best", {})), ([mode, piles]) => {
  const space = mode.lastIndexOf(" ");
  return readBest({ rules: mode.slice(0, space), layout: mode.slice(space + 1), piles });
}, true);

/** A game that was to be kept when its tab was closed or killed. */
function caught(key) {
  const { game, base, hand: own } = get(key, {});
  return { game: readGame(game), base: Number(base) || 0, hand: String(own).slice(0, 10), key };
}

async function start() {
  const waiting = [...readable(names("game."), oldGame, true), ...readable(names("net."), caught, true)];
  for (const one of waiting) pending.set(one.game.id, one);
  await flush();
  const old = oldBests();
  if (old.length && working) {
    await transact("readwrite", (store) => putBests(store, old)).then(() => remove("best"), troubled);
  }
  await look();
  tellAll({});
}

/** Fulfilled when the best results and the rule sets are known, or can't be. */
export const ready = start();
