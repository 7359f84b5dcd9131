// What the coach has found of positions: verdicts, and winning lines, which are followed here with
// no further question. Pure but for its memory; imports `game`.

import { addressOf } from "../game.js";

const MOST = 3000; // positions that are remembered
const known = new Map(); // of a position -> {verdict, line}

/** Whether the player looked at the stock in this game. */
export const peeked = ({ notes }) => notes.headers?.Peeked === "yes";

/** Actions with every deal as single deals, so that the same play is the same text; `deck`: its cards. */
export function single(actions, deck) {
  let dealt = 0;
  return actions.flatMap((action) => {
    if (action[0] !== "d") return action;
    const many = action === "d*" ? deck - dealt : Number(action.slice(1) || 1);
    dealt += many;
    return Array(many).fill("d");
  });
}

const keyOf = (game, actions) => addressOf({ ...game, actions }) + peeked(game);

function put(game, actions, found) {
  const key = keyOf(game, actions);
  if (known.get(key)?.line && !found.line) return; // a line says more than a verdict
  known.delete(key);
  known.set(key, found);
  if (known.size > MOST) known.delete(known.keys().next().value);
}

/**
 * Remember what was found of the position after `actions` (single deals): a winning line is one of
 * all positions that it passes, and of those that led here without a card being turned up.
 */
export function learn(game, actions, { verdict, line: best }) {
  if (verdict === "unknown") return;
  const line = verdict === "winnable" && best ? best : null;
  put(game, actions, { verdict, line });
  if (!line) return;
  for (let at = 1; at <= line.length; at += 1) {
    put(game, [...actions, ...line.slice(0, at)], { verdict, line: line.slice(at) });
  }
  for (let at = actions.length - 1; at >= 0 && (actions[at] !== "d" || peeked(game)); at -= 1) {
    put(game, actions.slice(0, at), { verdict, line: [...actions.slice(at), ...line] });
  }
}

/** What is known of a position: {verdict, line}, or null. What was lost stays lost. */
export function recall(game, actions) {
  const found = known.get(keyOf(game, actions));
  if (found) return found;
  for (let at = actions.length - 1; at >= 0; at -= 1) {
    const before = known.get(keyOf(game, actions.slice(0, at)));
    if (before) return before.verdict === "lost" ? { verdict: "lost", line: null } : null;
  }
  return null;
}
