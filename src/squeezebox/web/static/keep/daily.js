// The daily deal: which it is, and from kept games to a calendar of results and streaks. Pure, and
// imports nothing. A day is a text, "2026-11-30", of the player's own calendar; days are counted
// as dates, never in hours, so neither summer time nor a journey makes one longer.

const padded = (number, length) => String(number).padStart(length, "0");
const text = (year, month, date) => `${padded(year, 4)}-${padded(month, 2)}-${padded(date, 2)}`;
const asUTC = (day) => new Date(`${day}T00:00Z`);
const ofUTC = (date) => date.toISOString().slice(0, 10);

/** The day of a moment (a date, or milliseconds) where the player is. */
export function dayOf(moment = Date.now()) {
  const date = new Date(moment);
  return text(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** The deal number of a day: its date read as a number. */
export const dailyDeal = (day) => Number(day.replaceAll("-", ""));

/** The day whose deal this number is, or null: not every number is a date. */
export function dailyOf(deal) {
  const [, ...parts] = /^([1-9]\d{3})(\d\d)(\d\d)$/.exec(String(deal)) ?? [];
  if (!parts.length) return null;
  const day = parts.join("-");
  const date = asUTC(day);
  return Number.isNaN(date.getTime()) || ofUTC(date) !== day ? null : day;
}

/** The day so many days later. */
export function shifted(day, days) {
  const date = asUTC(day);
  date.setUTCDate(date.getUTCDate() + days);
  return ofUTC(date);
}

/** The first day of the month so many months later. */
export function monthOf(day, months = 0) {
  const date = asUTC(`${day.slice(0, 7)}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return ofUTC(date);
}

/** A month as weeks from Monday to Sunday: days, and null where another month's would stand. */
export function weeks(month) {
  const first = monthOf(month);
  const days = Array((asUTC(first).getUTCDay() + 6) % 7).fill(null);
  for (let day = first; day.startsWith(first.slice(0, 7)); day = shifted(day, 1)) days.push(day);
  while (days.length % 7) days.push(null);
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7));
}

/** "30 November 2026", or what else `parts` asks for */
export const dayWords = (day, parts = { day: "numeric", month: "long", year: "numeric" }) =>
  asUTC(day).toLocaleDateString("en-GB", { ...parts, timeZone: "UTC" });

/**
 * The days whose deals were played with a rule set and layout, as a map from days to
 * {result, onTime, game, open}. `result` is the deal's first finished result {at, outcome, piles},
 * or null; `onTime`: it was reached on the day itself; `game`: the game that it is of; `open`: a
 * game that isn't finished. What was played before its day doesn't count: whoever goes from deal
 * to deal may come by tomorrow's.
 */
export function calendar(games, { rules, layout }) {
  const days = new Map();
  const played = games.filter((game) => game.rules === rules && game.layout === layout && game.deal !== null);
  for (const game of played) {
    const day = dailyOf(game.deal);
    const { first } = game;
    if (!day || dayOf(first?.at ?? game.changed) < day) continue;
    const known = days.get(day) ?? { result: null, onTime: false, game: null, open: null };
    if (first && (!known.result || first.at < known.result.at)) {
      Object.assign(known, { result: first, onTime: dayOf(first.at) === day, game });
    } else if (!first && (known.open?.changed ?? 0) < game.changed) known.open = game;
    days.set(day, known);
  }
  return days;
}

/** How many days in a row had their deal finished on time: {now, best}. Today may still be to come. */
export function streaks(days, today) {
  const onTime = (day) => days.get(day)?.onTime === true;
  const upTo = (day) => {
    let length = 0;
    for (let each = day; onTime(each); each = shifted(each, -1)) length += 1;
    return length;
  };
  const ends = [...days.keys()].filter((day) => onTime(day) && !onTime(shifted(day, 1)));
  return { now: upTo(onTime(today) ? today : shifted(today, -1)), best: Math.max(0, ...ends.map(upTo)) };
}
