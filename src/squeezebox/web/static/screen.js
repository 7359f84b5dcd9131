// What the page knows, and how it is shown: the row, the counts, what is said.
// Imports `difficulty`, `dom`, `entries`, `game`, `keep` and what is on the table.

import { labelOf } from "./difficulty.js";
import { $, count, h, joined, worded } from "./dom.js";
import * as entries from "./entries.js";
import { dealWords, layoutWords } from "./game.js";
import * as store from "./keep/store.js";
import { bellows } from "./table/bellows.js";
import "./table/board.js";
import { face, glyphs, many, voiced } from "./table/cards.js";

export const row = $("row");
const message = $("message");
row.heap = $("heap-area");

/** All that the page knows: the game, its view, and where the player is. */
export const now = {
  ruleSets: [],
  game: null,
  view: null,
  selected: 0,
  cursor: 1,
  hints: store.get("hints", false) === true,
  advised: [], // the piles of an action that the coach shows
  marksOf: null, // what the coach says of a pile's destinations
};

const watching = [];

/** Be told before the game is shown. */
export const onShow = (work) => watching.push(work);

/** Put words into an element that is spoken: cards are seen as signs, and heard as words. */
function tell(element, words) {
  const heard = voiced(words);
  if (heard === words) element.replaceChildren(...worded(words));
  else element.replaceChildren(h("span.seen", { "aria-hidden": "true" }, worded(words)), h("span.unseen", heard));
}

/** What was said last. */
export let said = "";

export function say(words) {
  said = words;
  tell(message, words);
  message.scrollTop = 0;
  reach();
}

/** A message that is longer than its place is scrolled by keys, too, and a sign tells that it goes on. */
function reach() {
  const { scrollHeight, scrollTop, clientHeight } = message;
  message.tabIndex = scrollHeight > clientHeight + 1 ? 0 : -1;
  message.classList.toggle("more", scrollHeight > scrollTop + clientHeight + 1);
}
new ResizeObserver(reach).observe(message);
message.onscroll = reach;

let stood = ""; // how the game stands, as it was told last

const factsOf = (view) => joined(" · ", [layoutWords(view.layout), dealWords(view.deal), view.headers.Peeked === "yes" && "peeked"]);

/** The facts in the head; how difficult the deal is comes a little later. */
function showFacts() {
  const { view } = now;
  $("facts").textContent = joined(" · ", [factsOf(view), labelOf(view, showFacts)]);
}

/** What is always there, whatever the game: hints, settings, the names of buttons. */
function showControls(view) {
  $("lasts").hidden = view.rules.discard !== "none";
  $("hints").ariaPressed = now.hints;
  $("hints-state").textContent = now.hints ? " on" : " off";
  $("undo").disabled = !now.game.actions.length && !entries.hasBefore();
  $("redo").disabled = !now.game.redo.length;
  $("outcome-next").hidden = $("next").disabled = view.deal === null;
}

function showBest() {
  const { view } = now;
  const best = view && store.best(view.rules.text, view.layout);
  $("best").textContent = best === null ? "" : `Best: ${count(best, "pile")}`;
}
store.onChange(showBest);

function showCounts(view) {
  const piles = view.row.length;
  $("piles").textContent = piles;
  $("piles-word").textContent = piles === 1 ? "pile" : "piles";
  showBest();
  const { actions, redo, lines, marks } = now.game;
  bellows($("bellows"), now.game.bellows, actions.length, view.rules.goal, lines.map((line) => line.bellows));
  $("time").max = actions.length + redo.length;
  $("time").value = actions.length;
  $("time").disabled = !actions.length && !redo.length;
  $("time").ariaValueText = `${actions.length ? `after action ${actions.length}` : "the start"}: ${count(piles, "pile")}`;
  $("other").hidden = !lines.length;
  $("other").textContent = lines.length === 1 ? "Other line" : `${lines.length} other lines`;
  $("marked").hidden = !marks.sweepers && !marks.shown;
  $("marked").textContent = joined(" · ", [
    marks.sweepers && `Sweepers: ${many(marks.sweepers)}`, marks.shown && `Highlighted: ${many(marks.shown)}`,
  ]);
}

function showStock(view) {
  $("stock-area").hidden = view.layout !== "stock";
  $("stock").disabled = $("several").hidden = $("deal-all").hidden = view.stock === 0;
  $("stock").classList.toggle("empty", view.stock === 0);
  $("stock-count").textContent = view.stock;
  $("stock").ariaLabel = view.stock ? `Stock, ${view.stock} cards face down: deal one` : "Stock, empty";
  $("heap-area").hidden = view.rules.discard === "none";
  $("heap").replaceChildren(...(view.discards.length ? [face(view.discards.at(-1))] : []));
  $("heap-count").textContent = `${view.discards.length} discarded`;
}

/** Show the game as it is now. */
export function show() {
  const { view } = now;
  const piles = view.row.length;
  const held = document.activeElement;
  const inRow = row.contains(held);
  now.cursor = Math.min(Math.max(now.cursor, 1), Math.max(piles, 1));
  if (now.selected > piles) now.selected = 0;
  for (const work of watching) work();
  $("title").textContent = view.rules.title;
  showFacts();
  document.title = `${view.rules.title}, ${factsOf(view)} – Squeezebox`;
  $("target").hidden = !view.target;
  $("target").textContent = view.target ? `Target ${glyphs(view.target)}` : "";
  showControls(view);
  showCounts(view);
  showStock(view);
  $("outcome").className = view.outcome;
  if (stood !== view.stands) tell($("stands"), view.stands); // said once
  stood = view.stands;
  row.classList.toggle("waiting", piles === 0 && view.stock > 0);
  reach();
  row.show(view, { ...now, marks: now.game.marks, told: now.selected && now.marksOf ? now.marksOf(now.selected) : [] });
  const gone = held.disabled || !held.checkVisibility(); // a button that has no more to do
  if (inRow || gone) (row.pile(now.cursor) ?? $("stock")).focus({ preventScroll: true });
}
