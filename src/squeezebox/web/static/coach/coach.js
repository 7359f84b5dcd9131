// The coach at the table: the light, advice, marks, the way back, peeking. What it is asked runs
// beside the game, so that nobody waits for it, and ends when the player moves on.
// Imports `play`, `games`, `screen` and what is below them, and this folder.

import { confirmed } from "../dialogs.js";
import { $, count } from "../dom.js";
import { recordOf } from "../game.js";
import { inTurn, inTurnFor, keep } from "../games.js";
import * as store from "../keep/store.js";
import * as play from "../play.js";
import { now, onShow, say, show } from "../screen.js";
import { ask, consult, Problem } from "../service.js";
import { learn, peeked, recall, single } from "./known.js";
import { ends, sign, told, wordsOf } from "./words.js";

const CALM = 60; // milliseconds: of a quick movement only its end is asked about

/** What the coach says of the position at hand; `advice` and `marks` are null until they are known. */
export const coach = {
  on: store.get("light", false) === true,
  marking: store.get("marking", false) === true,
  verdict: "looking", line: null, advice: null, marks: null,
};

let changed = () => {};
let asked = new AbortController(); // what is asked about the position at hand
let here = ""; // the position at hand, as a record
const busy = new Set(); // what is being asked about it

/** Be told when something is known; null: no more. */
export function onChange(work) {
  changed = work ?? (() => {});
}

/** Whether cards lie in the stock whose order the coach doesn't look at. */
export const hidden = () => now.view.stock > 1 && !peeked(now.game);

/** Actions of the game at hand with single deals only. */
export const plainly = (actions) => single(actions, now.view.rules.deck);
const plain = (ply = now.game.actions.length) => plainly(now.game.actions.slice(0, ply));

/** Remember what was found of a position of the game at hand, after `actions` (single deals). */
export const keepInMind = (game, actions, found) =>
  learn(game, actions, { ...found, line: found.line && plainly([...actions, ...found.line]).slice(actions.length) });

// ------------------------------------------------------------ asking

onShow(() => {
  const record = recordOf(now.game);
  if (record !== here) {
    here = record;
    asked.abort();
    asked = new AbortController();
    busy.clear();
    Object.assign(coach, { verdict: "looking", line: null, advice: null, marks: null });
    Object.assign(now, { advised: null, marksOf: null });
    if (coach.on) look();
    else paint();
  }
  if (coach.marking && now.selected) seekMarks();
});

/** Ask once about the position at hand; null if the player has moved on, or it is being asked. */
async function about(what, waiting) {
  if (busy.has(what)) return null;
  busy.add(what);
  const { signal } = asked;
  try {
    const line = recall(now.game, plain())?.line ?? [];
    return await consult(what, { record: here, ...(what === "review" ? {} : { line }) }, signal, waiting);
  } finally {
    if (!signal.aborted) busy.delete(what);
  }
}

/** Let something run beside the game; what went wrong is told. */
export const aside = (work) => {
  work.catch((error) => {
    if (!(error instanceof Problem)) console.error(error);
    say(error.message);
  });
};

// ------------------------------------------------------------ the light

/** Look whether this position can be won; what is known already is shown at once. */
export async function look() {
  const { game } = now;
  const { signal } = asked;
  const actions = plain();
  const known = recall(game, actions);
  Object.assign(coach, { verdict: known?.verdict ?? "looking", line: known?.line ?? null });
  paint();
  if (!known?.line) await new Promise((done) => setTimeout(done, CALM));
  if (signal.aborted) return;
  let found;
  try {
    found = await about("light");
  } catch {
    found = { verdict: known?.verdict ?? "unknown", line: known?.line };
  }
  if (!found) return;
  keepInMind(game, actions, found);
  Object.assign(coach, { verdict: found.verdict, line: found.verdict === "winnable" ? found.line : null });
  paint();
}

let spoken = "";

function paint() {
  $("light").hidden = !coach.on;
  if (coach.on) {
    $("light").replaceChildren(sign(coach.verdict));
    $("light").setAttribute("aria-label", `The coach's light: ${wordsOf(coach.verdict)}`);
  }
  const words = coach.on ? wordsOf(coach.verdict) : "";
  if (coach.verdict !== "looking" && words !== spoken) { // heard only when it changes
    $("verdict").textContent = words && `${words[0].toUpperCase()}${words.slice(1)}.`;
    spoken = words;
  }
  const lost = coach.on && coach.verdict === "lost" && now.view?.outcome === "open";
  $("coach-do").hidden = !coach.advice?.action && !lost;
  $("coach-do").textContent = coach.advice?.action ? "Play it" : "Last winnable";
  $("coach-do").setAttribute("aria-label", coach.advice?.action ? "Play it: what the coach advises" : "Last winnable position: go back to it");
  const deals = coach.advice?.action?.startsWith("d");
  $("stock").classList.toggle("advised", Boolean(deals));
  $("deal-all").classList.toggle("advised", coach.advice?.action === "d*");
  changed();
}

export function setLight(on) {
  coach.on = on;
  store.set("light", on);
  if (on) aside(look());
  else paint();
  say(on ? "The coach's light is on: it tells whether the game can still be won." : "The coach's light is off.");
}

// ------------------------------------------------------------ advice

/** Show one action, and why. */
export function advise() {
  if (coach.advice) tellAdvice();
  else aside(seekAdvice());
}

async function seekAdvice() {
  const { game } = now;
  const actions = plain();
  say("Looking for advice…");
  const found = await about("advice", say);
  if (!found) return;
  keepInMind(game, actions, found);
  coach.advice = found;
  const piles = ends(found.action);
  now.advised = piles;
  if (piles) now.cursor = piles.from;
  if (found.action) game.kept.advice += 1;
  if (found.verdict !== "unknown") coach.verdict = found.verdict;
  show();
  paint();
  tellAdvice();
}

function tellAdvice() {
  const { action, reasons } = coach.advice;
  say([action && `${told(action, now.view)}.`, ...reasons].filter(Boolean).join(" "));
}

/** Do an action that the coach told of. */
export function playIt(action) {
  return play.act({ action }, now.view.row[(ends(action)?.from ?? 0) - 1]?.at(-1));
}

/** What the coach offers beside its words: its advice, or the way back. */
export const offered = () => (coach.advice?.action ? playIt(coach.advice.action) : back());

// ------------------------------------------------------------ marks

/** Ask what every action does to the win; `now.marksOf` tells it of a pile's. */
export function seekMarks() {
  if (!coach.marks) aside(marks());
}

async function marks() {
  const { game } = now;
  const actions = plain();
  const found = await about("marks");
  if (!found) return;
  coach.marks = found.marks;
  for (const { action, verdict } of found.marks) if (ends(action)) learn(game, [...actions, action], { verdict });
  const both = now.view.rules.discard !== "none"; // two that leave may be taken either way
  now.marksOf = (place) => coach.marks.flatMap(({ action, verdict }) => {
    const { from, to, under } = ends(action) ?? {};
    if (from === place) return { pile: to, under, verdict };
    return both && to === place ? { pile: from, under, verdict } : [];
  });
  show();
  paint();
}

export function setMarking(on) {
  coach.marking = on;
  store.set("marking", on);
  show();
}

// ------------------------------------------------------------ the way back

/** Go to the last position of the line at hand that is known to be winnable. */
export function back() {
  aside(goBack());
}

async function goBack() {
  const { signal } = asked;
  const { actions } = now.game;
  let ply = actions.length;
  while (ply >= 0 && recall(now.game, plain(ply))?.verdict === "lost") ply -= 1;
  if (ply >= 0 && recall(now.game, plain(ply))?.verdict !== "winnable") {
    if (hidden()) return say(`Nothing is known of this ${ply < actions.length ? "game" : "position"}: the coach doesn't look at the order of the stock.`);
    say("Looking for the last winnable position…");
    ply = (await about("review", say))?.last_winnable ?? -1;
  }
  if (signal.aborted) return;
  if (ply < 0) say("No position of this game is known to be winnable.");
  else if (ply === actions.length) say("This position is winnable: there is no need to go back.");
  else {
    const where = ply ? `after action ${ply}` : "the start";
    inTurn(() => signal.aborted || play.goTo(ply, `The last position known to be winnable, ${where}: ${count(now.game.bellows[ply], "pile")}.`));
  }
  return undefined;
}

// ------------------------------------------------------------ the stock

/** Let the coach look at the order of the stock; the record says so from then on. */
export async function peek() {
  const sure = await confirmed("Peek at the stock?", "The coach then uses the order of the cards that aren't dealt yet. " +
    "The game's record says so, and it can't be undone.", "Peek", "Don't peek");
  if (!sure) return false;
  await inTurnFor(async () => {
    const notes = { ...now.game.notes, headers: { ...now.game.notes.headers, Peeked: "yes" } };
    now.view = await ask(recordOf({ ...now.game, notes }));
    now.game.notes = notes;
    keep("peek");
    show();
    say("The coach looks at the stock in this game, and its record says so.");
  });
  return true;
}
