// What is kept at once, in the browser's localStorage: settings, and a net under the database.
// Imports nothing. Storage that is full, blocked or damaged never stops play: one notice says so.

const PREFIX = "squeezebox.";

let trouble = "";
let tell = () => {};

/** Be told, once, if the browser's storage can't be used; also if that is known already. */
export function onTrouble(told) {
  tell = told;
  if (trouble) tell(trouble);
}

/** Say that something can't be kept; only the first time is told. */
export function troubled(error) {
  const reasons = {
    QuotaExceededError: "The browser's storage is full: new games and results may not be kept.",
    VersionError: "A later version of Squeezebox has kept games in this browser. Load this page again; "
      + "until then games and results may not be kept.",
    DamagedError: "Some of what this browser kept can't be read. It is left out.",
  };
  if (trouble) return;
  trouble = reasons[error?.name] ?? "The browser's storage can't be used: games and results may not be kept.";
  tell(trouble);
}

function attempt(work, otherwise) {
  try {
    return work();
  } catch (error) {
    troubled(error);
    return otherwise;
  }
}

/** Say that something that was kept can't be read. */
export const damaged = () => troubled({ name: "DamagedError" });

/** A kept value; `otherwise` if there is none, or it can't be read, which is told. */
export function get(name, otherwise) {
  const text = attempt(() => localStorage.getItem(PREFIX + name), null);
  if (text === null) return otherwise;
  try {
    return JSON.parse(text) ?? otherwise;
  } catch {
    damaged();
    return otherwise;
  }
}

export function set(name, value) {
  attempt(() => localStorage.setItem(PREFIX + name, JSON.stringify(value)));
}

export function remove(name) {
  attempt(() => localStorage.removeItem(PREFIX + name));
}

/** The names of kept values that begin so. */
export const names = (start) => attempt(() => Object.keys(localStorage), [])
  .filter((key) => key.startsWith(PREFIX + start))
  .map((key) => key.slice(PREFIX.length));
