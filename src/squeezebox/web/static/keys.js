// The keys, in one list that works them and shows them. Imports nothing.

/**
 * Keys, how they are shown, what they do, and the name of the deed in `deeds`; `held`: does it again
 * and again while the key is down. A game begun by a key held too long would be many.
 */
export const KEYS = [
  { keys: ["ArrowLeft", "h"], shown: "← or h", does: "to the pile on the left", deed: "left", held: true },
  { keys: ["ArrowRight", "l"], shown: "→ or l", does: "to the pile on the right", deed: "right", held: true },
  { keys: ["ArrowUp", "k"], shown: "↑ or k", does: "to the line above", deed: "up", held: true },
  { keys: ["ArrowDown", "j"], shown: "↓ or j", does: "to the line below", deed: "down", held: true },
  { keys: ["Home"], shown: "Home", does: "to the first pile", deed: "first" },
  { keys: ["End"], shown: "End", does: "to the last pile", deed: "last" },
  { keys: ["Enter", " "], shown: "Enter or Space", does: "pick a pile up, put it down (with Shift: under, where a rule set allows it)", deed: "pick" },
  { keys: ["Escape"], shown: "Escape", does: "let go", deed: "letGo" },
  { keys: ["digit"], shown: "1 to 9", does: "play the pile at the cursor that far (with Shift: under)", deed: "distance" },
  { keys: ["g"], shown: "g, number, Enter", does: "go to a pile", deed: "goTo" },
  { keys: ["d"], shown: "d", does: "deal one card", deed: "dealOne" },
  { keys: ["D"], shown: "D", does: "deal all cards", deed: "dealAll" },
  { keys: ["u"], shown: "u", does: "undo (at the start of a new game: the one before it)", deed: "undo", held: true },
  { keys: ["r"], shown: "r", does: "redo", deed: "redo", held: true },
  { keys: ["b"], shown: "b", does: "to the bellows: arrows go to any point of the game, Home to its start", deed: "bellows" },
  { keys: ["o"], shown: "o", does: "the other line, if you went back and played differently", deed: "other" },
  { keys: ["n"], shown: "n", does: "new game", deed: "newGame" },
  { keys: ["N"], shown: "N", does: "restart this deal", deed: "restart" },
  { keys: ["i"], shown: "i", does: "hints on or off", deed: "hints" },
  { keys: ["a"], shown: "a", does: "advice: one action, and why", deed: "advice" },
  { keys: ["c"], shown: "c", does: "the coach's light on or off: whether the game can still be won", deed: "light" },
  { keys: ["w"], shown: "w", does: "back to the last winnable position", deed: "back" },
  { keys: ["v"], shown: "v", does: "the coach: every action with what it does to the win, review, solution", deed: "coach" },
  { keys: ["s"], shown: "s", does: "sweepers, and a rank or suit to highlight", deed: "marks" },
  { keys: ["p"], shown: "p", does: "say the position", deed: "position" },
  { keys: [":"], shown: ":", does: "type an action, such as 42-39 or d5; a pile's number says the pile, nothing says the position", deed: "type" },
  { keys: ["m"], shown: "m", does: "menu", deed: "menu" },
  { keys: ["?"], shown: "?", does: "rules and keys", deed: "help" },
];

const ALL = KEYS.flatMap(({ keys }) => keys).filter((key) => key.length === 1);
const CASED = new Set(ALL.filter((key) => key !== key.toLowerCase()).map((key) => key.toLowerCase()));

/** The deed that a key press asks for: [name, argument], or null; "none" of a key that is held for nothing. */
export function deedOf(event) {
  const deed = pressed(event);
  if (!deed || !event.repeat) return deed;
  return KEYS.some(({ deed: name, held }) => held && name === deed[0]) ? [deed[0], { ...deed[1], held: true }] : ["none"];
}

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[1-9]$/.test(event.key)) return ["distance", { distance: Number(event.key), under: false }];
  // Upper and lower case are alike unless both are listed.
  const key = event.key.length === 1 && !CASED.has(event.key.toLowerCase()) ? event.key.toLowerCase() : event.key;
  const found = KEYS.find(({ keys }) => keys.includes(key));
  if (found) return [found.deed, { under: event.shiftKey }];
  const shifted = event.shiftKey && /^Digit([1-9])$/.exec(event.code);
  return shifted ? ["distance", { distance: Number(shifted[1]), under: true }] : null;
}
