// What keys and clicks mean as a gesture, by what a view says. Imports nothing.

/** Whether a pile is put under another one that is clicked or dropped on, in its lower half if `low`. */
export const isUnder = ({ rules: { ways } }, low) => (ways.length > 1 ? low : ways[0] === "under");

/**
 * The match at a distance from the pile at `from`, to the left, or right where only that is
 * legal: a gesture, or a sentence that says why there is none.
 */
export function atDistance(view, from, distance, under = false) {
  const { discard, both_ways: bothWays, distances } = view.rules;
  if (discard === "between") {
    if (distances.includes(distance)) return { source: from - distance + 1, destination: from - 1, under: false };
    return `Piles match at a distance of ${distances.join(" or ")} in this rule set, not ${distance}.`;
  }
  const may = (place) => view.destinations[from - 1]?.some(({ pile }) => pile === place);
  const right = (bothWays || discard === "pair") && !may(from - distance) && may(from + distance);
  return { source: from, destination: right ? from + distance : from - distance, under: isUnder(view, under) };
}
