// The row: a board that knows no rules. It shows piles and lit destinations, and tells
// what a player did: "pick" a pile, "drop" one on another, "toss" one on the heap.
// Imports `cards`, `layout` and `drag`.

import { face, glyphs, spoken } from "./cards.js";
import { columnsFor } from "./layout.js";
import { dragging } from "./drag.js";

const MOTION = 160; // milliseconds
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Row extends HTMLElement {
  #piles = new Map(); // top card -> its element: a pile keeps its element while its top stays
  #stopDragging = () => {};
  #left = new AbortController(); // ends what listens outside of the row
  #columns = 1;
  #count = 0;

  /** How wide the cards are: (number of piles, row) => {columns, width, fits}. */
  arrange = columnsFor;
  /** Where piles may be tossed, an element; null: nowhere. */
  heap = null;

  connectedCallback() {
    const { signal } = this.#left;
    const sizes = new ResizeObserver(() => this.#fit());
    sizes.observe(this.parentElement);
    signal.onabort = () => sizes.disconnect();
    addEventListener("resize", () => this.#fit(), { signal });
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
    return this.#columns;
  }

  /**
   * Show a view. `selected` and `cursor` are places from 1 (selected 0: none), `hints`
   * whether the selected pile's destinations are lit.
   */
  show(view, { selected, cursor, hints }) {
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
      this.#dress(pile, cards, index + 1, {
        selected: selected === index + 1,
        current: cursor === index + 1,
        lit: lit.get(index + 1) ?? [],
        halves: both && selected && selected !== index + 1,
        target: view.target === top,
      });
      if (this.children[index] !== pile) this.insertBefore(pile, this.children[index] ?? null);
    });
    for (const [top, pile] of this.#piles) if (kept.get(top) !== pile) pile.remove();
    this.#piles = kept;
    this.#count = view.row.length;
    this.#fit();
    this.#move(before);
  }

  /** The pile at a place, from 1. */
  pile(place) {
    return this.children[place - 1];
  }

  #make(top) {
    const pile = document.createElement("div");
    pile.className = "pile";
    pile.setAttribute("role", "option");
    pile.dataset.card = top;
    const caption = document.createElement("span");
    caption.className = "caption";
    caption.setAttribute("aria-hidden", "true");
    const place = document.createElement("span");
    place.className = "place";
    const size = document.createElement("span");
    size.className = "size";
    caption.append(place, size);
    pile.append(face(top), caption);
    return pile;
  }

  #dress(pile, cards, place, { selected, current, lit, halves, target }) {
    const top = cards.at(-1);
    pile.dataset.place = place;
    pile.tabIndex = current ? 0 : -1;
    pile.setAttribute("aria-selected", String(selected));
    pile.classList.toggle("selected", selected);
    pile.classList.toggle("can", lit.length > 0);
    pile.classList.toggle("target", target);
    pile.classList.toggle("deep", cards.length > 1);
    pile.classList.toggle("deeper", cards.length > 5);
    pile.querySelector(".place").textContent = place;
    pile.querySelector(".size").textContent = cards.length > 1 ? `×${cards.length}` : "";
    pile.querySelector(".halves")?.remove();
    if (halves) {
      const box = document.createElement("span");
      box.className = "halves";
      box.setAttribute("aria-hidden", "true");
      for (const way of ["over", "under"]) {
        const half = document.createElement("span");
        half.className = `half ${way}${lit.includes(way) ? " can" : ""}`;
        half.dataset.way = way;
        box.append(half);
      }
      pile.append(box);
    }
    const words = [`pile ${place}: ${spoken(top)}`];
    if (cards.length > 1) words.push(`${cards.length} cards`);
    if (target) words.push("the target");
    if (lit.length) words.push(halves ? `can go here, ${lit.join(" or ")}` : "can go here");
    pile.setAttribute("aria-label", words.join(", "));
    pile.title = cards.length > 1 ? `From bottom to top: ${cards.map(glyphs).join(" ")}` : "";
  }

  #fit() {
    const { columns, width, fits } = this.arrange(this.#count, this);
    this.#columns = columns;
    this.classList.toggle("long", !fits);
    this.style.setProperty("--columns", columns);
    this.style.setProperty("--width", `${width}px`);
  }

  #places() {
    const places = new Map();
    if (!calm.matches) {
      for (const [top, pile] of this.#piles) places.set(top, pile.getBoundingClientRect());
    }
    return places;
  }

  /** Let every pile travel from where it was; nothing waits for it, a new view just goes on. */
  #move(before) {
    if (!before.size) return;
    const after = [...this.#piles].map(([top, pile]) => {
      for (const motion of pile.getAnimations()) motion.cancel();
      return [top, pile, pile.getBoundingClientRect()];
    });
    for (const [top, pile, now] of after) {
      const was = before.get(top);
      if (!was) {
        pile.animate([{ opacity: 0, transform: "scale(.8)" }, {}], { duration: MOTION, easing: "ease-out" });
        continue;
      }
      const x = was.left - now.left;
      const y = was.top - now.top;
      if (Math.abs(x) < 1 && Math.abs(y) < 1) continue;
      pile.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: MOTION,
        easing: "ease-out",
      });
    }
  }

  #clicked(event) {
    const pile = event.target.closest(".pile");
    if (!pile) return;
    const box = pile.querySelector(".card").getBoundingClientRect();
    const low = event.detail > 0 && event.clientY > box.top + box.height / 2;
    this.tell("pick", { card: pile.dataset.card, low });
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

customElements.define("sb-row", Row);
