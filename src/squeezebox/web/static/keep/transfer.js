// Results as text, one JSON object a line: docs/formats.md, "Results". Pure; imports `documents`.

import { Damaged, puzzleKey, readBest, readGame, readPuzzle, readRules, unknown } from "./documents.js";

const FORMAT = "squeezebox results";
const VERSION = 1;

const KINDS = { game: readGame, best: readBest, rules: readRules, puzzle: readPuzzle };
const line = (value) => `${JSON.stringify(value)}\n`;
const order = (key) => (one, other) => (key(one) < key(other) ? -1 : 1);

/** The text of everything: {games, bests, rules, puzzles}, always in the same order. */
export function written({ games, bests, rules, puzzles }) {
  const of = (kind, values) => values.map((value) => line({ kind, ...KINDS[kind](value) }));
  return [
    line({ format: FORMAT, version: VERSION }),
    ...of("rules", [...rules].sort(order(({ text }) => text))),
    ...of("best", [...bests].sort(order((best) => `${best.rules} ${best.layout}`))),
    ...of("game", [...games].sort((one, other) => one.begun - other.begun || order(({ id }) => id)(one, other))),
    ...of("puzzle", [...puzzles].sort((one, other) => one.solved - other.solved || order((each) => String(puzzleKey(each)))(one, other))),
  ].join("");
}

function object(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Damaged("This isn't JSON.");
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw new Damaged("An object is expected.");
  return value;
}

function header(text) {
  let value = {};
  try {
    value = object(text);
  } catch {
    // said below
  }
  if (value.format !== FORMAT) throw new Damaged("This is no file of Squeezebox results.");
  if (value.version !== VERSION) throw new Damaged(`The file's version is ${String(value.version).slice(0, 20)}; this Squeezebox reads version ${VERSION}.`);
}

/**
 * What a text holds: {games, bests, rules, puzzles, left}, `left` being the names of kinds and fields of
 * a later version, which were left out. One wrong line refuses all: an `Error` says which and why.
 */
export function readText(text) {
  const found = { game: [], best: [], rules: [], puzzle: [] };
  const left = new Set();
  text.replace(/^\uFEFF/, "").split(/\r?\n/).forEach((part, index) => {
    try {
      if (index === 0) header(part);
      else if (part.trim()) {
        const value = object(part);
        const { kind } = value;
        if (typeof kind !== "string") throw new Damaged('"kind" is missing.');
        if (Object.hasOwn(KINDS, kind)) {
          found[kind].push(KINDS[kind](value));
          for (const name of unknown(kind, value)) left.add(`${kind}.${name}`.slice(0, 60));
        } else left.add(kind.slice(0, 60));
      }
    } catch (error) {
      throw new Error(`Line ${index + 1}: ${error.message} Nothing was imported.`);
    }
  });
  return { games: found.game, bests: found.best, rules: found.rules, puzzles: found.puzzle, left: [...left] };
}
