// The bellows: the rising and falling number of piles, the picture of a game. Imports nothing.

const SVG = "http://www.w3.org/2000/svg";

/** Draw the numbers of piles over the game into an SVG element. */
export function bellows(svg, piles, goal) {
  const most = Math.max(...piles, 10);
  const steps = Math.max(piles.length - 1, 52);
  svg.setAttribute("viewBox", `0 0 ${steps} ${most + 1}`);
  const points = piles.map((count, step) => `${step},${most + 0.5 - count}`);
  const area = document.createElementNS(SVG, "polygon");
  area.setAttribute("points", `0,${most + 1} ${points.join(" ")} ${piles.length - 1},${most + 1}`);
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("points", points.join(" "));
  svg.replaceChildren(area, line);
  svg.setAttribute("aria-label", `Piles over the game: from ${piles[0]} to ${piles.at(-1)}, the goal is ${goal}`);
}
