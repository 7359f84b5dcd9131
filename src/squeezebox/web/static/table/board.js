// The row: a board that knows no rules. It shows piles and lit destinations, and tells
// what a player did: "pick" a pile, "drop" one on another, "toss" one on the heap.
// Imports `dom`, `cards`, `layout`, `words` and `drag`.

import { h } from "../dom.js";
import { face, glyphs, spoken } from "./cards.js";
import { dragging } from "./drag.js";
import { fitted } from "./layout.js";
import { VERDICTS } from "./words.js";

const MOTION = 170; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether things may move: neither the player nor the system asked for stillness. */
export const moves = () => !still.matches && document.documentElement.dataset.motion !== "off";

const SMALL = 54; // pixels: narrower cards are laid out more tightly

const NO_MARKS = { sweepers: "", shown: "" };

/** What becomes of a pile in an action, in a word; "" if nothing. */
const roleIn = ({ from, to, under, away }, place) =>
  (place !== from && place !== to ? "" : away ? "away" : place === from ? "this" : under ? "under this" : "onto this");

export class Row extends HTMLElement {
  #piles = new Map(); // top card -> its element: a pile keeps its element while its top stays
  #stopDragging = () => {};
  #left = new AbortController(); // ends what listens outside of the row
  #fitted = null;
  #count = 0;

  /** How large the cards are: as `fitted` says it, where the row has a place of its own. */
  arrange = fitted;
  /** Where piles may be tossed, an element; null: nowhere. */
  heap = null;

  connectedCallback() {
    const { signal } = this.#left;
    const sizes = new ResizeObserver(() => this.#fit());
    sizes.observe(this.parentElement);
    signal.onabort = () => sizes.disconnect();
    this.addEventListener("click", (event) => this.#clicked(event), { signal });
    this.#stopDragging = dragging(this, signal);
  }

  disconnectedCallback() {
    this.#left.abort();
    this.#left = new AbortController();
  }

  /** End a drag under way, without a drop. */
  letGo() {
    this.#stopDragging();
  }

  /** How many piles a line of the row holds. */
  get columns() {
    return this.#fitted?.columns ?? 1;
  }

  /**
   * Show a view. `selected` and `cursor` are places from 1 (selected 0: none), `hints`
   * whether the selected pile's destinations are lit and piles that can move are marked;
   * `marks`: a rank of sweepers, and a rank or suit that is shown; `advised`: the piles {from, to,
   * under, away} of actions that are shown, perhaps with a `verdict`; `told`: what is known of the
   * selected pile's ends.
   */
  show(view, { selected, cursor, hints, marks = NO_MARKS, advised = [], told = [] }) {
    const before = this.#places();
    const lit = new Map();
    if (hints && selected) {
      for (const { pile, under } of view.destinations[selected - 1]) {
        lit.set(pile, [...(lit.get(pile) ?? []), under ? "under" : "over"]);
      }
    }
    const both = view.rules.ways.length > 1;
    const kept = new Map();
    view.row.forEach((cards, index) => {
      const top = cards.at(-1);
      const pile = this.#piles.get(top) ?? this.#make(top);
      kept.set(top, pile);
      pile.grown = pile.cards < cards.length;
      pile.cards = cards.length;
      this.#dress(pile, cards, index + 1, {
        selected: selected === index + 1,
        current: cursor === index + 1,
        lit: lit.get(index + 1) ?? [],
        halves: Boolean(both && selected && selected !== index + 1),
        target: view.target === top,
        movable: hints && view.destinations[index].length > 0,
        sweeper: marks.sweepers === top[0],
        shown: marks.shown ? top.includes(marks.shown) : null,
        advice: advised.map((one) => [roleIn(one, index + 1), one.verdict]).filter(([role]) => role),
        wins: told.filter(({ pile }) => pile === index + 1).map(({ under, verdict }) => [under ? "under" : "over", verdict]),
      });
      if (this.children[index] !== pile) this.insertBefore(pile, this.children[index] ?? null);
    });
    const gone = [...this.#piles].filter(([top, pile]) => kept.get(top) !== pile);
    for (const [, pile] of gone) pile.remove();
    this.#piles = kept;
    this.#count = view.row.length;
    this.#fit();
    this.#move(before, gone);
  }

  /** The pile at a place, from 1. */
  pile(place) {
    return this.children[place - 1];
  }

  #make(top) {
    const card = face(top);
    card.append(h("span.caption", h("span.place"), h("span.size")));
    return h("div.pile", { role: "option", dataset: { card: top } }, card);
  }

  #dress(pile, cards, place, state) {
    const key = JSON.stringify([place, cards, state]);
    if (pile.dressed === key) return; // most piles stay as they are at an action
    pile.dressed = key;
    const { selected, current, lit, halves, target, movable, sweeper, shown, advice, wins } = state;
    const top = cards.at(-1);
    pile.dataset.place = place;
    pile.tabIndex = current ? 0 : -1;
    pile.ariaSelected = selected;
    const classes = {
      selected, target, movable, sweeper, can: lit.length > 0, deep: cards.length > 1, deeper: cards.length > 5,
      shown: shown === true, dim: shown === false, advised: advice.length > 0,
    };
    for (const [name, on] of Object.entries(classes)) pile.classList.toggle(name, on);
    pile.querySelector(".place").textContent = place;
    pile.querySelector(".size").textContent = cards.length > 1 ? `×${cards.length}` : "";
    pile.querySelector(".halves")?.remove();
    const win = Object.fromEntries(wins);
    if (halves) {
      pile.append(h("span.halves", { "aria-hidden": "true" }, ["over", "under"].map((way) =>
        h("span", {
          class: `half ${way}${lit.includes(way) ? " can" : ""} ${win[way] ?? ""}`,
          dataset: { way: win[way] ? `${VERDICTS[win[way]][2]} ${way}` : way },
        }))));
    }
    pile.querySelector(".badges")?.remove();
    const badges = advice.map(([role, verdict]) => [verdict ?? "advice", VERDICTS[verdict]?.[2] ?? "▸", role]);
    if (!badges.length && !halves && wins.length) badges.push([wins[0][1], ...VERDICTS[wins[0][1]].slice(2)]);
    if (badges.length) {
      pile.append(h("span.badges", { "aria-hidden": "true" }, badges.map(([kind, shape, says]) =>
        h("span", { class: `badge ${kind}` }, shape, h("span", ` ${says.replace(" the win", "")}`)))));
    }
    const words = [`pile ${place}: ${spoken(top)}`];
    if (cards.length > 1) words.push(`${cards.length} cards`);
    if (target) words.push("the target");
    if (sweeper) words.push("a sweeper");
    if (shown) words.push("highlighted");
    if (movable) words.push("can move");
    for (const [role] of advice) words.push(`advice: ${role}`);
    for (const each of wins) words.push(`going ${halves ? each[0] : "here"}: ${VERDICTS[each[1]][3]}`);
    if (lit.length) words.push(halves ? `can go here, ${lit.join(" or ")}` : "can go here");
    pile.ariaLabel = words.join(", ");
    pile.title = cards.length > 1 ? `From bottom to top: ${cards.map(glyphs).join(" ")}` : "";
  }

  #fit() {
    const room = getComputedStyle(this);
    const wide = this.clientWidth - parseFloat(room.paddingLeft) - parseFloat(room.paddingRight);
    const high = this.parentElement.clientHeight - parseFloat(room.paddingTop) - parseFloat(room.paddingBottom);
    const { columns, width, height, fits } = (this.#fitted = this.arrange(this.#count, wide, high, this.#fitted));
    this.classList.toggle("long", !fits);
    this.classList.toggle("small", width < SMALL);
    this.style.setProperty("--columns", columns);
    this.style.setProperty("--width", `${width}px`);
    this.style.setProperty("--height", `${height}px`);
  }

  #places() {
    const places = new Map();
    if (moves()) for (const [top, pile] of this.#piles) places.set(top, pile.getBoundingClientRect());
    return places;
  }

  /**
   * Let every pile travel from where it was, and what it covers stay till it has come. Nothing
   * waits for that: a new view just goes on from where things are.
   */
  #move(before, gone) {
    for (const ghost of this.parentElement.querySelectorAll(".ghost")) ghost.remove();
    if (!before.size) return;
    for (const [, pile] of this.#piles) for (const motion of pile.getAnimations()) motion.cancel();
    const after = [...this.#piles].map(([top, pile]) => [top, pile, pile.getBoundingClientRect()]);
    for (const [top, pile] of gone) this.#leave(pile, before.get(top));
    const options = { duration: MOTION, easing: "cubic-bezier(.2, .7, .3, 1)" };
    for (const [top, pile, now] of after) {
      const was = before.get(top);
      if (!was) {
        pile.animate([{ opacity: 0, transform: "scale(.8)" }, {}], options);
        continue;
      }
      const [x, y, larger] = [was.left - now.left, was.top - now.top, was.width / now.width];
      if (Math.abs(x) < 1 && Math.abs(y) < 1 && Math.abs(larger - 1) < 0.02) continue;
      const above = { transformOrigin: "0 0", zIndex: pile.grown ? 3 : 1 };
      pile.animate([
        { transform: `translate(${x}px, ${y}px) scale(${larger})`, ...above },
        { transform: "none", ...above },
      ], options);
    }
  }

  /** What is no longer in the row stays in sight, as a picture only, till its place is taken. */
  #leave(pile, was) {
    if (!was) return;
    const room = this.parentElement.getBoundingClientRect();
    const ghost = h("span.ghost", { "aria-hidden": "true" }, pile.querySelector(".card"));
    ghost.style.setProperty("--width", `${was.width}px`);
    ghost.style.setProperty("--height", `${was.height}px`);
    ghost.style.left = `${was.left - room.left + this.parentElement.scrollLeft}px`;
    ghost.style.top = `${was.top - room.top + this.parentElement.scrollTop}px`;
    this.parentElement.append(ghost);
    ghost.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], MOTION).finished
      .then(() => ghost.remove(), () => {});
  }

  #clicked(event) {
    const pile = event.target.closest(".pile");
    if (!pile) return;
    const box = pile.getBoundingClientRect();
    const low = event.detail > 0 && event.clientY > box.top + box.height / 2;
    this.tell("pick", { card: pile.dataset.card, low });
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("sb-row", Row);
