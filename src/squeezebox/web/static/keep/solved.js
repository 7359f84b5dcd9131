// From solved puzzles to counts and streaks. Pure; imports what is known of days.

import { dayOf, streaks } from "./daily.js";

/** What was solved, by rule set and step: {rules, step, solved, first}, `first` at the first try. */
export function tally(puzzles) {
  const found = new Map();
  for (const { rules, step, tries } of puzzles) {
    const key = `${step} ${rules}`;
    const row = found.get(key) ?? { rules, step, solved: 0, first: 0 };
    found.set(key, { ...row, solved: row.solved + 1, first: row.first + (tries === 1) });
  }
  return [...found.values()].sort((one, other) =>
    (one.rules === other.rules ? one.step - other.step : one.rules < other.rules ? -1 : 1));
}

/** How many days in a row had a daily puzzle solved on the day itself, of any rule set: {now, best}. */
export const dailyRun = (puzzles, today) => streaks(new Map(
  puzzles.filter(({ puzzle, solved }) => puzzle === dayOf(solved)).map(({ puzzle }) => [puzzle, { onTime: true }]),
), today);
