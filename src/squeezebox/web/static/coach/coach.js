// The coach at the table: the light, advice, marks, the way back, peeking. What it is asked runs
// beside the game, so that nobody waits for it, and ends when the player moves on.
// Imports `play`, `games`, `screen` and what is below them, and this folder.

import { confirmed } from "../dialogs.js";
import { $, count, joined } from "../dom.js";
import { recordOf } from "../game.js";
import { inTurn, inTurnFor, keep } from "../games.js";
import * as store from "../keep/store.js";
import * as play from "../play.js";
import { now, onShow, said, say, show } from "../screen.js";
import { ask, consult, Problem } from "../service.js";
import { ends, sign, standing, told, VERDICTS } from "../table/words.js";
import { learn, peeked, recall, single } from "./known.js";

const CALM = 60; // milliseconds: of a quick movement only its end is asked about

const BUDGETS = { light: 1, advice: 1, marks: 2, review: 5 }; // seconds
const LONGER = 5; // where one wasn't enough

const NOTHING = { verdict: "looking", line: null, advice: null, marks: null, estimate: null };

/** What the coach says of the position at hand; null is what isn't known yet. */
export const coach = { on: store.get("light", false) === true, marking: store.get("marking", false) === true, ...NOTHING };

let changed = () => {};
let asked = new AbortController(); // what is asked about the position at hand
let here = ""; // the position at hand, as a record
const busy = new Set(); // what is being asked about it

/** Be told when something is known. */
export function onChange(work) {
  changed = work;
}

/** Whether cards lie in the stock whose order the coach doesn't look at. */
export const hidden = () => now.view.stock > 1 && !peeked(now.game);

/** Actions of the game at hand with single deals only. */
export const plainly = (actions) => single(actions, now.view.rules.deck);
const plain = (ply = now.game.actions.length) => plainly(now.game.actions.slice(0, ply));

/** Remember what was found of a position of the game at hand, after `actions` (single deals). */
export const keepInMind = (game, actions, found) =>
  learn(game, actions, { ...found, line: found.line && plainly([...actions, ...found.line]).slice(actions.length) });

/** Let something run beside the game, so that no input waits for it; what went wrong is told. */
export function aside(work) {
  work.catch((error) => {
    if (!(error instanceof Problem)) console.error(error);
    say(error.message);
  });
}

function beside(work) {
  return () => aside(work());
}

// ------------------------------------------------------------ asking

onShow(() => {
  const record = recordOf(now.game);
  if (record !== here) {
    here = record;
    asked.abort();
    asked = new AbortController();
    busy.clear();
    Object.assign(coach, NOTHING);
    Object.assign(now, { advised: [], marksOf: null });
    if (coach.on) look();
    else paint();
  }
  if (coach.marking && now.selected) seekMarks();
});

/** Ask once about the position at hand; null if the player has moved on, or it is being asked. */
async function about(what, waiting, budget = BUDGETS[what], name = what) {
  if (busy.has(name)) return null;
  busy.add(name);
  const { signal } = asked;
  const { game } = now;
  const actions = plain();
  const line = recall(game, actions)?.line ?? [];
  try {
    const found = await consult(what, { record: here, line, budget }, signal, waiting);
    if (found?.verdict) keepInMind(game, actions, found);
    return found;
  } finally {
    if (!signal.aborted) busy.delete(name);
  }
}

// ------------------------------------------------------------ the light

/** Look whether this position can be won; what is known already is shown at once. */
export async function look() {
  const { signal } = asked;
  const known = recall(now.game, plain());
  Object.assign(coach, known);
  paint();
  if (!known?.line) await new Promise((done) => setTimeout(done, CALM));
  if (signal.aborted) return;
  for (const budget of [BUDGETS.light, LONGER]) {
    const found = await about("light", () => {}, budget).catch(() => known ?? { verdict: "unknown" });
    if (!found) return;
    coach.verdict = found.verdict;
    coach.line = found.verdict === "winnable" ? found.line : null;
    paint();
    if (coach.verdict !== "unknown" || hidden()) return;
  }
}

function paint() {
  const { on, advice } = coach;
  const verdict = standing(coach.verdict, now.view);
  const [, words] = VERDICTS[verdict];
  $("light").hidden = !on;
  $("light").replaceChildren(sign(verdict));
  $("light").ariaLabel = `The coach's light: ${words}`;
  const heard = on ? words : "";
  if (verdict !== "looking" && heard !== $("verdict").textContent) $("verdict").textContent = heard; // when it changes
  const lost = on && verdict === "lost" && now.view.outcome === "open";
  $("coach-do").hidden = !advice?.action && !lost;
  $("coach-do").textContent = advice?.action ? "Play it" : "Back to winnable";
  $("stock").classList.toggle("advised", advice?.action?.[0] === "d");
  $("deal-all").classList.toggle("advised", advice?.action === "d*");
  changed();
}

export function setLight(on) {
  coach.on = on;
  store.set("light", on);
  if (on) look();
  else paint();
  say(on ? "The light is on: it tells whether the game can still be won." : "The light is off.");
}

// ------------------------------------------------------------ advice

/** Show one action, and why. */
export const advise = beside(async () => {
  const before = coach.advice;
  if (!before || before.verdict === "unknown") { // who asks again wants to know more
    say("Looking for advice…");
    const found = await about("advice", say, before ? LONGER : BUDGETS.advice);
    if (!found) return;
    coach.advice = found;
    coach.estimate = found.estimate;
    now.advised = [ends(found.action)].filter(Boolean);
    now.cursor = now.advised[0]?.from ?? now.cursor;
    if (found.action && !before) now.game.kept.advice += 1;
    show();
    paint();
  }
  const { action, reasons } = coach.advice;
  say(joined(" ", [action && `${told(action, now.view)}.`, ...reasons]));
});

/** Do an action that the coach told of. */
export const playIt = (action) => play.act({ action }, now.view.row[ends(action)?.from - 1]?.at(-1));

/** What the coach offers beside its words: its advice, or the way back. */
export const offered = () => (coach.advice?.action ? playIt(coach.advice.action) : back());

// ------------------------------------------------------------ marks

/** Where cards to come matter, ask what sampled orders of the stock say of every action. */
export const estimate = beside(async () => {
  if (coach.estimate || !hidden()) return;
  const found = await about("advice", () => {}, BUDGETS.advice, "estimate");
  if (!found) return;
  coach.estimate = found.estimate;
  paint();
});

/** Ask what every action does to the win; `now.marksOf` tells it of a pile's. */
export const seekMarks = beside(async () => {
  if (coach.marks) return;
  for (const budget of [BUDGETS.marks, LONGER]) {
    const found = await about("marks", () => {}, budget);
    if (!found) return;
    mark(found.marks);
    if (hidden() || found.marks.every(({ verdict }) => verdict !== "unknown")) return;
  }
});

function mark(found) {
  const { game } = now;
  coach.marks = found;
  const lost = found.length && found.every(({ verdict }) => verdict === "lost"); // already: that is told once
  if (lost) {
    keepInMind(game, plain(), { verdict: "lost" });
    coach.verdict = "lost";
    if (now.selected && coach.marking) say(`${said} Already lost, whatever is played.`);
  }
  const piles = found.filter(({ action }) => ends(action)).map(({ action, verdict }) => ({ ...ends(action), action, verdict }));
  for (const { action, verdict } of piles) learn(game, [...plain(), action], { verdict });
  const both = now.view.rules.discard !== "none"; // two that leave may be taken either way
  now.marksOf = (place) => (lost ? [] : piles).filter(({ from, to }) => from === place || (both && to === place))
    .map(({ from, to, under, verdict }) => ({ pile: from === place ? to : from, under, verdict }));
  show();
  paint();
}

export function setMarking(on) {
  coach.marking = on;
  store.set("marking", on);
  show();
}

// ------------------------------------------------------------ the way back

/** Whether there is something to go back for: the position is lost, or only an earlier one is known to be winnable. */
export const astray = () => coach.verdict === "lost"
  || (coach.verdict === "unknown" && now.game.actions.some((_, ply) => recall(now.game, plain(ply))?.verdict === "winnable"));

/** Go to the last position of the line at hand that is known to be winnable. */
export const back = () => aside(goBack());

async function goBack() {
  const { signal } = asked;
  const last = now.game.actions.length;
  const known = (ply) => recall(now.game, plain(ply))?.verdict;
  let ply = last;
  while (ply >= 0 && known(ply) === "lost") ply -= 1;
  if (ply >= 0 && known(ply) !== "winnable") {
    if (hidden()) return say("What could be won isn't known: the coach doesn't look at the order of the stock.");
    say("Looking for the last winnable position…");
    const found = await about("review", say);
    if (!found) return undefined;
    if (now.view.layout === "open") found.plies.forEach(({ verdict }, each) => learn(now.game, plain(each), { verdict }));
    ply = found.last_winnable ?? -1;
  }
  if (ply < 0) return say("No position of this game is known to be winnable.");
  if (ply === last) return say("This position is winnable: there is no need to go back.");
  const where = ply ? `after action ${ply}` : "the start";
  return inTurn(() => signal.aborted || play.goTo(ply, `The last position known to be winnable, ${where}: ${count(now.game.bellows[ply], "pile")}.`));
}

// ------------------------------------------------------------ the stock

/** Let the coach look at the order of the stock, if the player wants it; the record says so then. */
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
    say("The coach looks at the stock now, and the record says so.");
  });
  return true;
}
