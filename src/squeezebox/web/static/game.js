// A game is its record: rule set, layout, deal or deck, target, actions. Imports nothing.
// Here it becomes the text that the service reads, and the address that people share.

const KEYS = ["rules", "layout", "deal", "deck", "target"];

const NO_MARKS = { sweepers: "", shown: "" };

/**
 * A game from its parts; `redo` holds what was undone, next first, `bellows` the number
 * of piles over both, `lines` what was played differently (see `lines`), `marks` a rank of sweepers and a rank or suit that is highlighted.
 */
export function game(parts) {
  const made = { actions: [], redo: [], notes: {}, bellows: [0], lines: [], marks: { ...NO_MARKS }, id: crypto.randomUUID?.() ?? String(Math.random()).slice(2) };
  return Object.assign(made, parts);
}

const header = (name, value) =>
  `[${name} "${String(value).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replace(/[\r\n]+/g, " ")}"]\n`;

/** The record as text, with the notes (headers and comments) that came with it. */
export function recordOf(one, actions = one.actions ?? []) {
  const { headers = {}, comments = {} } = one.notes ?? {};
  const lines = KEYS.filter((key) => one[key] !== undefined && one[key] !== null && one[key] !== "")
    .map((key) => header(key[0].toUpperCase() + key.slice(1), one[key]));
  for (const [name, value] of Object.entries(headers)) lines.push(header(name, value));
  const comment = (ply) => (comments[ply] ? ` {${comments[ply].replaceAll("}", "\\}")} }` : "");
  const played = actions.map((action, index) => `${action}${comment(index + 1)}`);
  return `${lines.join("")}\n${comment(0)}\n${played.join("\n")}\n`;
}

/** The address that holds the game: the page's path and a query. */
export function addressOf(one) {
  const query = new URLSearchParams();
  for (const key of KEYS) if (one[key] !== undefined && one[key] !== null && one[key] !== "") query.set(key, one[key]);
  if (one.actions.length) query.set("actions", one.actions.join(" "));
  return `/?${query}`;
}

/** The parts of the game that an address holds, or null if it holds none. */
export function fromAddress(address) {
  const query = new URL(address, location.href).searchParams;
  if (!query.has("rules") && !query.has("deal") && !query.has("deck")) return null;
  const parts = {};
  for (const key of KEYS) if (query.has(key)) parts[key] = query.get(key);
  if (query.has("name")) parts.name = query.get("name"); // of its rule set
  parts.actions = (query.get("actions") ?? "").split(/\s+/).filter(Boolean);
  return parts;
}

/** The parts of a game as a view tells them, in their usual form. */
export const fromView = (view) => ({
  rules: view.rules.text,
  layout: view.layout,
  deal: view.deal,
  deck: view.deck,
  target: view.target,
  actions: view.actions,
  notes: { headers: view.headers, comments: view.comments },
});

export const LONGEST_NAME = 40;

/** A rule set's name on one line, without signs that can't be seen. */
export const cleanName = (name) =>
  [...name.replace(/[\p{Zs}\p{Zl}\p{Zp}\s]+/gu, " ").replace(/\p{C}/gu, "").trim()].slice(0, LONGEST_NAME).join("").trim();

/** What a rule set is called: what the catalogue says, or the name that `names` has for its text. */
export const titleOf = (rules, names) => (rules.named ? rules.title : names[rules.text] ?? rules.title);

/** A layout, and a deal, as people say them. */
export const layoutWords = (layout) => (layout === "open" ? "open" : "deal as you go");
export const dealWords = (deal) => (deal === null ? "deck of your own" : `deal ${deal}`);

/** A deal number that nobody chose; short enough to be told to a friend. */
export const anyDeal = () => crypto.getRandomValues(new Uint32Array(1))[0] % 10_000_000;

/** The deal after this one. */
export const nextDeal = (deal) => (Number(deal) + 1) % 2 ** 32;
