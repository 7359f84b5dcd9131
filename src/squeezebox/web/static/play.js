// What a player does in a game: actions, going back and forth in it, selecting and looking.
// Imports `screen` and what is below it; `games` above begins and leaves games.

import { confirmed } from "./dialogs.js";
import { count } from "./dom.js";
import { fromView, recordOf } from "./game.js";
import * as lines from "./lines.js";
import { now, row, say, show } from "./screen.js";
import { ask, Problem } from "./service.js";
import { setting } from "./settings.js";
import { glyphs, many, spoken } from "./table/cards.js";
import { atDistance, isUnder } from "./table/gesture.js";
import { joy } from "./table/joy.js";

let told = {};

/** Be told of what was done: `keep` "action", "undo", "redo" or "other", `hinted` that hints were lit. */
export function onChange(who) {
  told = who;
}

// ------------------------------------------------------------ actions

/** Do something in the game; what is refused says why and changes nothing. */
export async function act(wanted, follow) {
  const { sweepers } = now.game.marks;
  const spare = sweepers && setting("ask") === "on" ? { spare: sweepers } : {};
  let view = await ask(recordOf(now.game), { ...wanted, ...spare });
  if (view.covers.length) {
    const cards = view.covers.map(glyphs).join(" and ");
    const does = view.rules.discard === "none" ? "Cover" : "Discard";
    if (!(await confirmed(`${does} ${cards}?`, `${view.covers.length > 1 ? "They are sweepers" : "It is one of your sweepers"}: ` +
      `the ${many(sweepers)} that you want to keep in sight.`, does, `Don't ${does.toLowerCase()}`))) {
      say("Kept.");
      show();
      return;
    }
    view = await ask(recordOf(now.game), wanted);
  }
  if (view.refusal) {
    say(view.refusal);
    show();
    return;
  }
  const won = view.outcome === "won" && now.view.outcome !== "won";
  now.game = { ...now.game, ...fromView(view), ...lines.played(now.game, view) };
  now.cursor = view.row.findIndex((cards) => cards.includes(follow)) + 1 || now.cursor;
  arrived(view, "action", view.said);
  if (won) joy();
}

function arrived(view, deed, words) {
  now.view = view;
  now.selected = 0;
  told.keep(deed);
  show();
  say(words);
}

export const deal = (action) => act({ action });

export function gesture(source, destination, low) {
  const under = isUnder(now.view, low);
  const follow = now.view.row[source - 1]?.at(-1);
  return act({ gesture: { source, destination, under } }, follow);
}

// ------------------------------------------------------------ back and forth

/** Go to a point of the game, with so many of its actions done; what comes after waits. */
export async function goTo(ply, words) {
  const whole = lines.whole(now.game);
  const back = ply < now.game.actions.length;
  const view = await ask(recordOf(now.game, whole.slice(0, ply)));
  now.game = { ...now.game, ...fromView(view), notes: now.game.notes, redo: whole.slice(ply) };
  arrived(view, back ? "undo" : "redo", words ?? (ply ? `Action ${ply} of ${whole.length}. ${view.said}` : "The start of the game."));
}

/** Go over to a line, with so many of its actions done; the player's own waits beside it. */
export async function follow(actions, ply) {
  const [line, view] = await Promise.all([actions, actions.slice(0, ply)].map((each) => ask(recordOf(now.game, each))));
  now.game = { ...now.game, ...fromView(view), ...lines.taken(now.game, actions, ply, line.bellows) };
  arrived(view, "other", ply ? `After action ${ply} of ${actions.length}: ${count(view.row.length, "pile")}.` : "The start of the game.");
}

export function undo() {
  const { actions } = now.game;
  return goTo(actions.length - 1, `Undone: ${actions.at(-1)}. ${count(now.game.bellows[actions.length - 1], "pile")}.`);
}

export async function redo() {
  const { actions, redo: [next] } = now.game;
  if (!next) return say("There is nothing to redo.");
  try {
    return await goTo(actions.length + 1, `Redone: ${next}. ${count(now.game.bellows[actions.length + 1], "pile")}.`);
  } catch (error) {
    if (error instanceof Problem && !error.unanswered) now.game.redo = []; // kept badly: it is of no use
    throw error;
  }
}

let wanted = null;

/** Whether a point of the game is still wanted: of a quick movement only its end counts. */
export const latest = (ply) => {
  wanted = ply;
  return () => wanted === ply;
};

/** Go over to the line that was left longest ago; the one at hand waits beside it. */
export async function otherLine() {
  if (!now.game.lines.length) return say("There is no other line: go back and play differently to have one.");
  const changed = lines.changedOver(now.game);
  const view = await ask(recordOf(now.game, changed.actions));
  now.game = { ...now.game, ...fromView(view), ...changed };
  return arrived(view, "other", `The other line: ${count(view.actions.length, "action")}, ${count(view.row.length, "pile")}.`);
}

// ------------------------------------------------------------ selecting and looking

export const placeOf = (card) => now.view.row.findIndex((cards) => cards.at(-1) === card) + 1;

const several = (cards) => (cards.length > 1 ? `, ${cards.length} cards` : "");
const inside = (cards) => (cards.length > 1 ? `, from bottom to top ${cards.map(glyphs).join(" ")}` : "");

/** Tell a selected pile's cards, and nothing about where it may go. */
export function look(place) {
  if (now.hints && now.view.destinations[place - 1].length) told.hinted();
  const cards = now.view.row[place - 1];
  const halves = now.view.rules.ways.length > 1 ? " A pile's upper half: over it, its lower half: under." : "";
  say(`Pile ${place} selected: ${glyphs(cards.at(-1))}${inside(cards)}.${halves}`);
}

/** Say a pile's cards; with hints on also where it may go. */
export function tell(place) {
  const cards = now.view.row[place - 1];
  if (!cards) return say(`There is no pile ${place}.`);
  const to = now.view.destinations[place - 1].map(({ pile, under }) => `${under ? "under " : ""}${pile}`);
  const may = !now.hints ? "" : to.length ? ` It may go to ${to.join(" or ")}.` : " It can't go anywhere.";
  return say(`Pile ${place}: ${spoken(cards.at(-1))}${several(cards)}${inside(cards)}.${may}`);
}

/** Say the whole position, pile by pile. */
export function position() {
  const { row: piles, stock, discards, rules, target, stands } = now.view;
  const words = [`${count(piles.length, "pile")}.`];
  if (stock) words.push(`${count(stock, "card")} in the stock.`);
  if (rules.discard !== "none") words.push(`${count(discards.length, "card")} discarded.`);
  if (target) words.push(`The target is the ${spoken(target)}.`);
  if (piles.length) {
    const each = piles.map((cards, index) => `${index + 1} ${spoken(cards.at(-1))}${several(cards)}`);
    words.push(`From left to right: ${each.join("; ")}.`);
  }
  if (stands) words.push(stands);
  say(words.join(" "));
}

export async function pick(place, low) {
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

export function letGo() {
  row.letGo();
  now.selected = 0;
  say("");
  show();
}

/** The match at a distance from the cursor: to the left, or right where only that is legal. */
export function playDistance({ distance, under }) {
  const wanted = atDistance(now.view, now.cursor, distance, under);
  if (typeof wanted === "string") return say(wanted);
  return act({ gesture: wanted }, now.view.row[wanted.source - 1]?.at(-1));
}
