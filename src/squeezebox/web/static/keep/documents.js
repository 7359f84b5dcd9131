// What is kept: a game, the best of a way of playing, a rule set of the player's own, a puzzle that
// was solved. Pure, and imports nothing. Whatever comes from a file or the database is read here, field by field, and
// nothing of it is trusted: docs/formats.md says the same in words.

/** Something kept that can't be read, in one sentence. */
export class Damaged extends Error {
  name = "DamagedError";
}

const MOST_PILES = 52;
const LONGEST_NOTES = 400_000; // characters: more than a record that the service reads can hold, as JSON
const LATEST = 8.64e15; // milliseconds: the last moment that a date can be
const CARD = "[A2-9TJQK][CDHS]";
const ACTION = "(?:d(?:\\*|\\d{1,9})?|\\d{1,9}[-_]\\d{1,9}|x\\d{1,9}(?:-\\d{1,9})?)";

const whole = (most) => (value) => Number.isInteger(value) && value >= 0 && value <= most;
const text = (pattern, most) => (value) => typeof value === "string" && value.length <= most && pattern.test(value);
const oneOf = (...values) => (value) => values.includes(value);
const orNull = (holds) => (value) => value === null || holds(value);
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const entries = (value, holds) => isObject(value) && Object.entries(value).every(holds);

const words = text(/^[^\p{Cc}\u2028\u2029]*$/u, 500);
const some = (value) => words(value) && value.trim() !== "";
const piles = whole(MOST_PILES);
const moment = whole(LATEST);
const actions = text(new RegExp(`^(?:${ACTION}(?: ${ACTION})*)?$`), 10_000);
const cards = text(new RegExp(`^${CARD}(?: ${CARD})*$`), 200);
const isDay = (value) => text(/^\d{4}-\d{2}-\d{2}$/, 10)(value)
  && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value);

const isHeader = ([name, value]) => /^[^\s"[\]]+$/.test(name) && typeof value === "string"
  && !/^(Rules|Layout|Deal|Deck|Target|Result|Piles)$/.test(name);
const isComment = ([ply, value]) => /^\d{1,4}$/.test(ply) && typeof value === "string";
export const isNotes = (value) => isObject(value) && entries(value.headers ?? {}, isHeader)
  && entries(value.comments ?? {}, isComment) && JSON.stringify(value).length <= LONGEST_NOTES;
const isSign = text(/^[A2-9TJQKCHSD]?$/, 1);
const isLine = (value) => isObject(value) && Array.isArray(value.actions) && actions(value.actions.join(" "))
  && Array.isArray(value.bellows) && value.bellows.length === value.actions.length + 1 && value.bellows.every(piles)
  && entries(value.comments ?? {}, isComment);
const isFirst = (value) => isObject(value) && moment(value.at) && piles(value.piles)
  && oneOf("won", "lost", "stuck")(value.outcome);

const NONE = undefined; // for a field that must be there
const MOMENT = [moment, "a moment in milliseconds", NONE];
const NUMBER = [whole(1e9), "a whole number", () => 0];

/** Every field: what must hold of it, in words, and what it is where it is absent. */
const GAME = {
  id: [text(/^[\w.-]+$/, 100), "a text of letters, digits, dots and dashes", NONE],
  attempt: [text(/^[\w.-]+$/, 100), "the id of a game", ({ id }) => id],
  rules: [some, "a rule set as text", NONE],
  layout: [oneOf("open", "stock"), '"open" or "stock"', NONE],
  deal: [orNull(whole(2 ** 32 - 1)), "a deal number", () => null],
  deck: [orNull(cards), "the cards of a deck", () => null],
  target: [orNull(cards), "a card", () => null],
  came: [text(/^[a-z][a-z ]*$/, 20), "one or two words in small letters", () => "file"],
  title: [words, "a text on one line", ({ rules }) => rules],
  actions: [actions, "actions with spaces between them", NONE],
  redo: [actions, "actions with spaces between them", () => ""],
  notes: [isNotes, "headers and comments", () => ({})],
  begun: MOMENT,
  changed: MOMENT,
  seconds: [whole(1e9), "a whole number of seconds", () => 0],
  undos: NUMBER,
  hints: NUMBER,
  advice: NUMBER,
  outcome: [oneOf("open", "won", "lost", "stuck"), '"open", "won", "lost" or "stuck"', NONE],
  piles: [piles, "a number of piles", NONE],
  first: [orNull(isFirst), "a moment, an outcome and a number of piles", () => null],
  best: [orNull(piles), "a number of piles", () => null],
  daily: [orNull(isDay), "a date like 2026-11-30", () => null],
  away: [oneOf(true, false), "true or false", () => false],
};

const BEST = { rules: GAME.rules, layout: GAME.layout, piles: GAME.piles };

const RULES = {
  text: GAME.rules,
  name: [some, "a name on one line", NONE],
  when: MOMENT,
};

const isNumber = (value) => /^(0|[1-9]\d{0,9})$/.test(value) && whole(2 ** 32 - 1)(Number(value));
const step = (value) => whole(5)(value) && value > 0;

const PUZZLE = {
  rules: GAME.rules,
  puzzle: [(value) => typeof value === "string" && (isNumber(value) || isDay(value)), "a puzzle's number or day, as text", NONE],
  wish: [whole(5), "a step of difficulty, or 0", () => 0],
  step: [step, "a step of difficulty, 1 to 5", NONE],
  tries: [(value) => whole(1e9)(value) && value > 0, "a number of tries", () => 1],
  solved: MOMENT,
};

/** A value's known fields in their order; what is wrong is thrown in one sentence. */
function read(fields, value) {
  if (!isObject(value)) throw new Damaged("An object is expected.");
  const made = {};
  for (const [name, [holds, expected, otherwise]] of Object.entries(fields)) {
    const given = Object.hasOwn(value, name) ? value[name] : otherwise?.(made);
    if (given === undefined) throw new Damaged(`"${name}" is missing.`);
    if (!holds(given)) throw new Damaged(`"${name}" isn't ${expected}.`);
    made[name] = given;
  }
  return made;
}

const ordered = (value) => Object.fromEntries(Object.entries(value ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)));

/** A kept game out of anything; throws `Damaged`. */
export function readGame(value) {
  const game = read(GAME, value);
  if ((game.deal === null) === (game.deck === null)) throw new Damaged('One of "deal" and "deck" is expected.');
  if (game.target?.includes(" ")) throw new Damaged('"target" isn\'t a card.');
  if (game.best !== null && !game.first) throw new Damaged('"best" is there without "first".');
  const { headers, comments } = game.notes;
  game.notes = { headers: ordered(headers), comments: ordered(comments) };
  if (game.first) game.first = { at: game.first.at, outcome: game.first.outcome, piles: game.first.piles };
  return game;
}

export const readBest = (value) => read(BEST, value);
export const readRules = (value) => read(RULES, value);
export const readPuzzle = (value) => read(PUZZLE, value);

/** Of what the history or a setting holds of a game: what can be read. */
export function readEntry(value) {
  const { id, address, redo, notes, came, daily, lines, marks } = isObject(value) ? value : {};
  const entry = { redo: [], lines: Array.isArray(lines) ? lines.filter(isLine) : [] };
  if (isObject(marks) && isSign(marks.sweepers) && isSign(marks.shown)) entry.marks = marks;
  if (GAME.id[0](id)) entry.id = id;
  if (typeof address === "string" && address.startsWith("/?")) entry.address = address;
  if (Array.isArray(redo) && actions(redo.join(" "))) entry.redo = redo;
  if (isNotes(notes)) entry.notes = notes;
  if (GAME.came[0](came)) entry.came = came;
  if (isDay(daily)) entry.daily = daily;
  return entry;
}

/** The names of fields that this version doesn't know, of an object of one of the kinds. */
export const unknown = (kind, value) =>
  Object.keys(value).filter((name) => name !== "kind" && !Object.hasOwn({ game: GAME, best: BEST, rules: RULES, puzzle: PUZZLE }[kind], name));

// ------------------------------------------------------------ how documents change

const least = (one, other) => (one === null || (other !== null && other < one) ? other : one);
const earlier = (one, other) => (!one || (other && other.at < one.at) ? other : one);

/** Two versions of one game as one: the later is how it stands, no result is lost. */
export function merged(one, other) {
  const late = other.changed > one.changed ? other : one;
  return {
    ...late,
    begun: Math.min(one.begun, other.begun),
    seconds: Math.max(one.seconds, other.seconds),
    undos: Math.max(one.undos, other.undos),
    hints: Math.max(one.hints, other.hints),
    advice: Math.max(one.advice, other.advice),
    first: earlier(one.first, other.first),
    best: least(one.best, other.best),
  };
}

/** What tells one puzzle from another. */
export const puzzleKey = ({ rules, puzzle, wish }) => [rules, puzzle, wish];

/** Of two solutions of one puzzle the earlier one counts. */
export const firstSolved = (one, other) =>
  (!other || one.solved < other.solved || (one.solved === other.solved && one.tries >= other.tries) ? one : other);

/** A game with its result put down, if this position is one. A lost game's piles are no best. */
export function withResult(game, at) {
  const { outcome, piles: left } = game;
  if (outcome === "open") return game;
  const best = outcome === "lost" ? game.best : least(game.best, left);
  return { ...game, first: game.first ?? { at, outcome, piles: left }, best };
}
