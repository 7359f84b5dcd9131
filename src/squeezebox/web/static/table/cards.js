// A card as it is drawn and as it is spoken. Imports nothing.

const RANKS = {
  A: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven",
  8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king",
};
const SUITS = { C: "clubs", H: "hearts", S: "spades", D: "diamonds" };
const GLYPHS = { C: "♣\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E", D: "♦\uFE0E" };
const SVG = "http://www.w3.org/2000/svg";

const rank = (card) => card[0].replace("T", "10");

/** "seven of hearts" */
export const spoken = (card) => `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** "7♥" */
export const glyphs = (card) => rank(card) + GLYPHS[card[1]];

/** The face of a card: a big rank and the suit's shape. */
export function face(card) {
  const element = document.createElement("span");
  element.className = `card suit-${card[1]}`;
  element.setAttribute("aria-hidden", "true");
  const number = document.createElement("span");
  number.className = "rank";
  number.textContent = rank(card);
  const suit = document.createElementNS(SVG, "svg");
  suit.setAttribute("class", "suit");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#suit-${card[1]}`);
  suit.append(use);
  element.append(number, suit);
  return element;
}
