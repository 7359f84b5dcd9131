// Making and finding elements, the one way for the whole page. Imports nothing.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/**
 * An element. Attributes under names with "on" are listeners, those that are null or false are
 * left out; children are elements, texts, or lists of them.
 */
export const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

/** The same for what is drawn. */
export const draw = (tag, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, tag), attributes, children);

/** A button that does `work`. */
export const button = (words, work, attributes = {}) => h("button", { type: "button", onclick: work, ...attributes }, words);

/** What is folded up under some words. */
export const details = (words, ...content) => h("details", {}, h("summary", {}, words), content);

/** "1 pile", "2 piles" */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Suits as text: without this sign some systems paint them as pictures. */
export const plain = (words) => words.replace(/[♣♥♠♦](?!\uFE0E)/g, "$&\uFE0E");
