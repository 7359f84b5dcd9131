// A card as it is drawn and as it is spoken. Imports `dom`.

import { draw, h } from "../dom.js";

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS = { C: "clubs", H: "hearts", S: "spades", D: "diamonds" };
const GLYPHS = { C: "♣\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E", D: "♦\uFE0E" };

const rank = (card) => card[0].replace("T", "10");

/** "seven of hearts" */
export const spoken = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** "7♥" */
export const glyphs = (card) => rank(card) + GLYPHS[card[1]];

/** Words in which cards are named as they are spoken: "king of hearts" for "K♥". */
export const voiced = (words) =>
  words.replace(/(10|[2-9AJQK])([♣♥♠♦])\uFE0E?/g, (_, number, suit) =>
    spoken(number.replace("10", "T") + Object.keys(SUITS).find((each) => GLYPHS[each][0] === suit)));

/** "sevens", "hearts": a rank or a suit by its sign */
export const many = (sign) => SUITS[sign] ?? `${RANKS[sign]}${sign === "6" ? "es" : "s"}`;

/** A rank or a suit as it is drawn. */
export const sign = (one) => GLYPHS[one] ?? one.replace("T", "10");

/** The face of a card: a big rank and the suit's shape. */
export const face = (card) =>
  h("span", { class: `card suit-${card[1]}`, "aria-hidden": "true" },
    h("span.rank", rank(card)),
    draw("svg.suit", draw("use", { href: `#suit-${card[1]}` })));
