// A worked example as a small board: its actions to step through, or anything else that is
// legal. Imports `dom`, `game`, `keys`, settings, `service` and the table's `board`, `cards`, `gesture` and
// `layout`.

import { button, count, details, h, joined, plain, worded } from "../dom.js";
import { fromView, recordOf } from "../game.js";
import { deedOf, KEYS } from "../keys.js";
import * as store from "../keep/settings.js";
import { ask, Problem } from "../service.js";
import "../table/board.js";
import { glyphs } from "../table/cards.js";
import { atDistance, isUnder } from "../table/gesture.js";
import { GAP } from "../table/layout.js";

const SMALLEST = 38;
const LARGEST = 62;
const MOST = 8; // piles in a line
const HEIGHT = 1.3;

const DEEDS = new Set([
  "left", "right", "up", "down", "pick", "letGo", "distance", "dealOne", "dealAll", "undo", "redo",
]);

/** The keys of these boards, to be looked up, and perhaps `more`. */
export const boardKeys = (...more) => details("Keys on a board",
  h("dl.keys", [...KEYS.filter(({ deed }) => DEEDS.has(deed)), ...more]
    .map(({ shown, does }) => [h("dt", shown), h("dd", does)])));

const sentence = (words) => words && words[0].toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");

/**
 * `<sb-example>` around a record. It tells "reached" when it stands as the record ends, and
 * "table", with the parts of the game, when the reader wants to play it there. As a puzzle it
 * begins `from` so many of the record's actions, tells "stood" after every action, with those
 * since then and the view, and "shown" when the reader wants to see the record's next action.
 */
class Example extends HTMLElement {
  #parts; // of the game, without actions
  #line = []; // the actions of the record
  #from = 0; // those of them that a puzzle begins after
  #comments = {};
  #end; // how its row looks after them, and the outcome
  #most = 1; // piles that there may be
  #actions = [];
  #redo = [];
  #view;
  #selected = 0;
  #cursor = 1;
  #last = Promise.resolve();

  #row = h("sb-row", { role: "listbox", "aria-label": "The row of piles", "aria-orientation": "horizontal" });
  #facts = h("p.note");
  #said = h("p.said", { role: "status" });
  #start = button("Start", () => this.#do(() => this.#toStart()), { "aria-label": "Back to the start" });
  #back = button("Back", () => this.#do(() => this.#undo()), { "aria-label": "Back one action" });
  #step = button("Step", () => this.#do(() => (this.#puzzle ? this.#solve() : this.#forward())), { class: "main" });
  #deal = button("Deal", () => this.#do(() => this.#act({ action: "d" })));
  #away = button("Play on the table", () => this.#tell("table", { ...this.#parts, actions: this.#actions }));

  connectedCallback() {
    if (this.#parts) return;
    const record = this.textContent;
    this.#row.arrange = (_, wide) => this.#arrange(wide);
    for (const name of ["pick", "lift", "drop"]) {
      this.#row.addEventListener(name, ({ detail }) => this.#do(() => this[`_${name}`](detail)));
    }
    this.addEventListener("keydown", (event) => this.press(event));
    const begin = async () => {
      const view = await ask(record);
      const { actions, notes, ...parts } = fromView(view);
      this.#parts = parts;
      this.#line = actions;
      this.#comments = notes.comments;
      this.#end = view;
      this.#from = Number(this.getAttribute("from"));
      const { bellows, row, discards, stock } = view;
      this.#most = this.#puzzle ? Math.max(...bellows.slice(this.#from)) : row.flat().length + discards.length + stock;
      if (this.#task) {
        this.#step.textContent = "Show me";
        this.#step.className = "";
      }
      if (this.#puzzle) {
        this.#start.textContent = "Try again";
        this.#start.removeAttribute("aria-label");
      }
      this.replaceChildren(this.#row, h("p.buttons.start",
        this.#start, this.#back, this.#step, this.#deal, this.#task ? [] : this.#away), this.#facts, this.#said);
      await this.#toStart();
    };
    this.#last = begin().catch((error) => {
      this.append(this.#said); // below the text, which is all that there is now
      this.#say(error.message);
    });
  }

  /** Whether the record is to be found out rather than to be watched. */
  get #task() {
    return this.hasAttribute("task");
  }

  /** Whether the board may tell where piles may go: never in a puzzle, and if the player wants it. */
  get #hints() {
    return !this.#puzzle && store.get("hints", false) === true;
  }

  get #puzzle() {
    return this.hasAttribute("from");
  }

  // ---------------------------------------------------------- playing

  /** Work inputs in order, each on what the one before left. */
  #do(work) {
    this.#last = this.#last.then(() => this.#view && work()).catch((error) => {
      if (!(error instanceof Problem)) console.error(error);
      this.#say(error.message);
    });
  }

  /** Stand after `actions`; `said` if it isn't what the last action did. */
  async #go(actions, redo, said) {
    const view = await ask(recordOf({ ...this.#parts, actions }));
    this.#stand(view, redo);
    this.#say(said ?? this.#happened());
  }

  /** What is wanted is done, or refused with a reason. */
  async #act(wanted, follow) {
    const view = await ask(recordOf({ ...this.#parts, actions: this.#actions }), wanted);
    if (view.refusal) {
      this.#selected = 0;
      this.#show();
      this.#say(view.refusal);
      return;
    }
    const [next, ...rest] = this.#redo;
    this.#cursor = view.row.findIndex((cards) => cards.includes(follow)) + 1 || this.#cursor;
    this.#stand(view, view.actions.at(-1) === next ? rest : []);
    this.#say(this.#happened());
  }

  #stand(view, redo) {
    this.#view = view;
    this.#actions = view.actions;
    this.#redo = redo;
    this.#selected = 0;
    this.#show();
    const same = JSON.stringify([view.row, view.stock]) === JSON.stringify([this.#end.row, this.#end.stock]);
    const won = view.outcome === "won" && this.#end.outcome === "won";
    if (view.actions.length && (same || won)) this.#tell("reached");
    if (this.#puzzle) this.#tell("stood", { actions: view.actions.slice(this.#from), view });
  }

  #toStart() {
    return this.#go(this.#line.slice(0, this.#from), []);
  }

  #undo() {
    if (this.#actions.length <= this.#from) return undefined;
    return this.#go(this.#actions.slice(0, -1), [this.#actions.at(-1), ...this.#redo]);
  }

  /** The record's next action, or away from its line what was undone. */
  #forward() {
    const next = this.#next();
    if (!next) return undefined;
    return this.#go([...this.#actions, next], this.#redo[0] === next ? this.#redo.slice(1) : []);
  }

  #onLine() {
    return this.#actions.every((action, index) => action === this.#line[index]);
  }

  /** The record's next action, from where its line was left, for who doesn't find it. */
  #solve() {
    let at = this.#actions.findIndex((action, index) => action !== this.#line[index]);
    if (at < 0) at = this.#actions.length;
    if (at === this.#line.length) return undefined;
    this.#tell("shown");
    return this.#go(this.#line.slice(0, at + 1), []);
  }

  #atEnd() {
    return this.#onLine() && this.#actions.length === this.#line.length;
  }

  #next() {
    if (this.#puzzle) return this.#redo[0];
    return this.#onLine() && this.#actions.length < this.#line.length ? this.#line[this.#actions.length] : this.#redo[0];
  }

  #gesture(source, destination, low) {
    const follow = this.#view.row[source - 1]?.at(-1);
    return this.#act({ gesture: { source, destination, under: isUnder(this.#view, low) } }, follow);
  }

  #placeOf(card) {
    return this.#view.row.findIndex((cards) => cards.at(-1) === card) + 1;
  }

  _pick({ card, low }) {
    return this.#pick(this.#placeOf(card), low);
  }

  _lift({ card }) {
    this.#select(this.#placeOf(card));
  }

  _drop({ source, destination, low }) {
    return this.#gesture(this.#placeOf(source), this.#placeOf(destination), low);
  }

  #pick(place, low) {
    if (!place) return undefined;
    if (!this.#selected) return this.#select(place);
    if (this.#selected !== place || this.#view.rules.discard === "between") return this.#gesture(this.#selected, place, low);
    return this.#select(0);
  }

  #select(place) {
    this.#selected = place;
    if (place) this.#cursor = place;
    this.#show();
    this.#say(place ? this.#may(place) : "");
  }

  // ---------------------------------------------------------- keys

  /** A key for this board; what it doesn't know is left alone. */
  press(event) {
    const [deed, how] = deedOf(event) ?? [];
    const onButton = event.target.closest("button, a, select");
    if (event.defaultPrevented || !DEEDS.has(deed) || (deed === "pick" && onButton)) return;
    if (deed === "letGo" && !this.#selected) return; // Escape closes the dialog
    event.preventDefault();
    this.#do(() => { // after the board is there
      const { columns } = this.#row;
      const by = { left: -1, right: 1, up: -columns, down: columns }[deed];
      if (by) return this.#moveCursor(by);
      if (deed === "pick") return this.#pick(this.#cursor, how.under);
      if (deed === "letGo") return this.#select(0);
      if (deed === "distance") return this.#far(how);
      if (deed === "undo") return this.#undo();
      if (deed === "redo") return this.#forward();
      return this.#act({ action: deed === "dealOne" ? "d" : "d*" });
    });
  }

  #moveCursor(by) {
    const to = this.#cursor + by;
    if (to >= 1 && to <= this.#view.row.length) this.#cursor = to;
    this.#show();
    this.#row.pile(this.#cursor)?.focus();
  }

  #far({ distance, under }) {
    const wanted = atDistance(this.#view, this.#cursor, distance, under);
    if (typeof wanted === "string") return this.#say(wanted);
    return this.#act({ gesture: wanted }, this.#view.row[wanted.source - 1]?.at(-1));
  }

  // ---------------------------------------------------------- showing

  #show() {
    const view = this.#view;
    this.#cursor = Math.min(Math.max(this.#cursor, 1), Math.max(view.row.length, 1));
    const focused = this.#row.contains(document.activeElement);
    this.#row.show(view, { selected: this.#selected, cursor: this.#cursor, hints: this.#hints });
    if (focused) this.#row.pile(this.#cursor)?.focus({ preventScroll: true });
    const made = this.#actions.length - this.#from;
    const where = this.#puzzle ? count(view.row.length, "pile")
      : this.#onLine() ? `${made} of ${count(this.#line.length, "action")}` : `your own way, ${count(made, "action")}`;
    this.#facts.textContent = plain(joined(" · ", [
      where,
      view.stock && `${count(view.stock, "card")} in the stock`,
      !this.#puzzle && view.discards.length && `discarded: ${view.discards.map(glyphs).join(" ")}`,
      view.target && `target: ${glyphs(view.target)}`,
    ]));
    this.#row.classList.toggle("waiting", !view.row.length && view.stock > 0);
    this.#deal.hidden = this.#puzzle ? !view.stock : view.layout !== "stock";
    if (this.#puzzle) this.#step.textContent = made && this.#actions[this.#from] === this.#line[this.#from] ? "Show the rest" : "Show the solution";
    const able = [[this.#start, made], [this.#back, made], [this.#step, this.#puzzle ? !this.#atEnd() : this.#next()], [this.#deal, view.stock]];
    for (const [each, can] of able) each.ariaDisabled = !can; // it keeps the focus
  }

  #say(words) {
    this.#said.replaceChildren(...worded(words));
  }

  /** What the last action did, what the record says of it, and how it stands. */
  #happened() {
    const { said, stands } = this.#view;
    const comment = this.#onLine() ? sentence(this.#comments[this.#actions.length]) : "";
    if (this.#puzzle && this.#actions.length === this.#from) return stands || "Your move: choose a pile, then where it goes, or drag it.";
    return joined(" ", [said, comment, stands]) ||
      (!this.#task ? "Step through it, or play it yourself."
        : this.#view.row.length ? "Your move: choose a pile, then where it goes, or drag it." : "Deal a card to begin.");
  }

  /** What a selected pile is, and with hints, or in a lesson, where it may go. */
  #may(place) {
    const { row, destinations, rules } = this.#view;
    if (!this.#hints && (this.#puzzle || !this.#task)) return `Pile ${place}: ${row[place - 1].map(glyphs).join(" ")}.`;
    const leaves = rules.discard !== "none";
    const places = destinations[place - 1].map(({ pile, under }) => {
      if (leaves) return pile === place ? "alone" : `with pile ${pile}`;
      return `${under ? "under" : "onto"} pile ${pile}`;
    });
    const may = places.length ? `can ${leaves ? "leave" : "go"} ${places.join(" or ")}` : "can't go anywhere now";
    return `${glyphs(row[place - 1].at(-1))} ${may}.`;
  }

  /** Even lines for the piles that there were at the start, so that none jumps while playing. */
  #arrange(wide) {
    const most = Math.min(Math.max(Math.floor((wide + GAP) / (SMALLEST + GAP)), 1), MOST);
    const lines = Math.ceil(this.#most / most);
    const columns = Math.ceil(this.#most / lines);
    const width = Math.min(Math.floor((wide + GAP) / columns - GAP), LARGEST);
    const height = Math.round(width * HEIGHT);
    this.#row.style.setProperty("min-height", `${lines * (height + GAP) + 10}px`);
    return { columns, width, height, fits: true };
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("sb-example", Example);
