// From kept games to statistics. Pure: no browser, no clock; imports nothing.
//
// Attempts are games begun, restarts too; copies of one attempt (`attempt`) are counted once.
// Wins and averages take the first finished result of each deal, whatever is undone, replayed
// or begun again afterwards; `best` takes the best of all.

const byTime = (one, other) => one.first.at - other.first.at;
const average = (numbers) => (numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : null);
const attempts = (games) => new Set(games.map(({ attempt }) => attempt)).size;

/** The sum over attempts; copies of one have counted on from the same number. */
function sum(games, name) {
  const most = new Map();
  for (const game of games) most.set(game.attempt, Math.max(game[name], most.get(game.attempt) ?? 0));
  return [...most.values()].reduce((all, number) => all + number, 0);
}

/** What tells one way of playing from another. */
export const modeOf = ({ rules, layout }) => `${rules} ${layout}`;
const dealOf = (game) => `${modeOf(game)} ${game.deal ?? game.deck}`;

/** The ways of playing that were played, the latest first: {rules, layout, title, games}. */
export function modes(games) {
  const found = new Map();
  for (const game of [...games].sort((one, other) => other.changed - one.changed)) {
    const { rules, layout, title } = game;
    const key = modeOf(game);
    if (!found.has(key)) found.set(key, { rules, layout, title, games: [] });
    found.get(key).games.push(game);
  }
  return [...found.values()];
}

/** For each deal the game that finished it first, in order of time. */
function firsts(games) {
  const found = new Map();
  for (const game of games.filter(({ first }) => first).sort(byTime)) {
    if (!found.has(dealOf(game))) found.set(dealOf(game), game);
  }
  return [...found.values()];
}

/** The longest and the latest run of what is true. */
function streaks(wins) {
  let [now, best] = [0, 0];
  for (const won of wins) {
    now = won ? now + 1 : 0;
    best = Math.max(best, now);
  }
  return { now, best };
}

/** The statistics of games of one rule set and layout. */
export function statistics(games) {
  const results = firsts(games).map(({ first }) => first);
  const ends = results.filter(({ outcome }) => outcome !== "lost"); // lost: not played to the end
  const won = results.filter(({ outcome }) => outcome === "won");
  const bests = games.map(({ best }) => best).filter((best) => best !== null);
  const spread = new Map();
  for (const { piles } of [...ends].sort((one, other) => one.piles - other.piles)) {
    spread.set(piles, (spread.get(piles) ?? 0) + 1);
  }
  return {
    begun: attempts(games),
    finished: attempts(games.filter(({ first }) => first)),
    deals: results.length, // that have a finished result
    won: won.length,
    lost: results.length - ends.length, // the target was covered
    average: average(ends.map(({ piles }) => piles)), // of all deals but the lost ones
    averageWon: average(won.map(({ piles }) => piles)),
    best: bests.length ? Math.min(...bests) : null,
    spread: [...spread], // [piles, deals], the fewest piles first
    streak: streaks(results.map(({ outcome }) => outcome === "won")),
    seconds: sum(games, "seconds"),
    undos: sum(games, "undos"),
    hints: sum(games, "hints"),
    advice: sum(games, "advice"),
  };
}
