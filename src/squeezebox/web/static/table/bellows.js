// The bellows: the rising and falling number of piles, the picture of a game. Imports `dom`.

import { draw } from "../dom.js";

/**
 * Draw the numbers of piles over a game into an SVG element: `whole` is all of it, also what
 * was undone; `at` the number of actions that stand; `others` the numbers of other lines.
 */
export function bellows(svg, whole, at, goal, others = []) {
  const all = [whole, ...others];
  const most = Math.max(...all.flat(), 10);
  const steps = Math.max(...all.map((piles) => piles.length - 1), 12);
  svg.setAttribute("viewBox", `0 0 ${steps} ${most + 2}`);
  const points = (piles) => piles.map((count, step) => `${step},${most + 1 - count}`).join(" ");
  const now = whole.slice(0, at + 1);
  svg.replaceChildren(
    draw("line.goal", { x1: 0, x2: steps, y1: most + 1 - goal, y2: most + 1 - goal }),
    draw("polygon", { points: `0,${most + 2} ${points(now)} ${at},${most + 2}` }),
    ...others.map((piles) => draw("polyline.other", { points: points(piles) })),
    draw("polyline.undone", { points: points(whole) }),
    draw("polyline", { points: points(now) }),
    draw("line.now", { x1: at, x2: at, y1: 0, y2: most + 2 }),
  );
  svg.ariaLabel = `Piles over the game: from ${whole[0]} to ${now.at(-1)}, the goal is ${goal}`;
}
