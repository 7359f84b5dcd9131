// Making and finding elements, the one way for the whole page. Imports nothing.

const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

function filled(make, tag, parts) {
  const [, kind, id, classes] = /^([\w-]+)#?([\w-]*)\.?(.*)$/.exec(tag);
  const element = make(kind);
  const [attributes, ...children] = parts[0]?.constructor === Object ? parts : [{}, ...parts];
  if (id) element.id = id;
  if (classes) element.setAttribute("class", classes.replaceAll(".", " "));
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
 * An element: `h("p#sum.note.wrong", { role }, children)`. Attributes, which may be left out, are listeners
 * under names with "on"; those that are null or false don't count. Children are elements, texts, or
 * lists of them.
 */
export const h = (tag, ...parts) => filled((name) => document.createElement(name), tag, parts);

/** The same for what is drawn. */
export const draw = (tag, ...parts) => filled((name) => document.createElementNS(SVG, name), tag, parts);

/** A button that does `work`. */
export const button = (words, work, attributes = {}) => h("button", { type: "button", onclick: work, ...attributes }, words);

/** What is folded up under some words. */
export const details = (words, ...content) => h("details", h("summary", words), content);

/** A table under a line of heads. */
export const tableOf = (heads, rows) => h("table",
  h("tr", heads.map((words) => h("th", { scope: "col" }, words))),
  rows.map((row) => h("tr", row.map((each) => h("td", each)))));

/** Those parts of a text that there are. */
export const joined = (by, parts) => parts.filter(Boolean).join(by);

/** "1 pile", "2 piles" */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Words for people to read: suits as text, and no line ends within an action. */
export const worded = (words) => plain(words).split(/(\d+[-_]\d+)/)
  .map((part, odd) => (odd % 2 ? h("span.action", part) : part));

/** Suits as text: without this sign some systems paint them as pictures. */
export const plain = (words) => words.replace(/[♣♥♠♦](?!\uFE0E)/g, "$&\uFE0E");
