// The lines of a game: what was played, what was undone, and what was played differently.
// Pure functions of a game's parts: actions, redo (next first), the bellows of both together,
// notes, and other `lines`, each {actions, bellows, comments}. Imports nothing.

const MOST = 60; // other lines that are kept; the one left longest ago makes room

/** All actions of the line at hand, those that were undone too. */
export const whole = ({ actions, redo }) => [...actions, ...redo];

const begins = (line, actions) => actions.every((action, index) => line.actions[index] === action);

/** The line at hand, to be set aside. */
const aside = (game) => ({
  actions: whole(game),
  bellows: game.bellows,
  comments: Object.fromEntries(Object.entries(game.notes.comments ?? {}).filter(([ply]) => ply !== "0")),
});

/** What was said of a line's actions from `ply` on was said of that line only. */
const early = (comments, ply) =>
  Object.fromEntries(Object.entries(comments ?? {}).filter(([each]) => Number(each) < ply));

/**
 * The parts of a game that follow from an action's view: going on along the line keeps it,
 * playing differently sets it aside, and coming to a line that was set aside takes it up.
 */
export function played(game, view) {
  const [next, ...rest] = game.redo;
  const made = view.actions.at(-1);
  if (made === next) return { redo: rest, notes: game.notes };
  let { lines } = game;
  let comments = early(game.notes.comments, view.actions.length);
  if (game.redo.length) lines = [...lines, aside(game)].slice(-MOST);
  const again = lines.find((line) => begins(line, view.actions));
  if (again) comments = { ...again.comments, ...early(game.notes.comments, 1) };
  return {
    bellows: again?.bellows ?? view.bellows,
    redo: again ? again.actions.slice(view.actions.length) : [],
    lines: lines.filter((line) => line !== again),
    notes: { headers: game.notes.headers, comments },
  };
}

/**
 * The parts of a game that goes over to the line `actions` (with these `bellows`) and stands after
 * `ply` of them; what is left of it waits to be redone, and a line that it isn't part of beside it.
 */
export function taken(game, actions, ply, bellows) {
  const mine = whole(game);
  const differs = actions.findIndex((action, index) => action !== mine[index]);
  if (differs < 0) return { redo: mine.slice(ply), notes: game.notes };
  const { headers, comments } = game.notes;
  const beside = differs < mine.length ? [...game.lines, aside(game)].slice(-MOST) : game.lines;
  return {
    redo: actions.slice(ply),
    bellows,
    lines: beside.filter((line) => line.actions.join() !== actions.join()),
    notes: { headers, comments: early(comments, differs + 1) },
  };
}

/** The parts of a game whose line at hand changes places with the one left longest ago. */
export function changedOver(game) {
  const [line, ...others] = game.lines;
  const mine = whole(game).length ? [aside(game)] : [];
  return {
    actions: line.actions,
    redo: [],
    bellows: line.bellows,
    lines: [...others, ...mine],
    notes: { headers: game.notes.headers, comments: { ...line.comments, ...early(game.notes.comments, 1) } },
  };
}
