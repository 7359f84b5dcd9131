// The keys, in one list that works them and shows them. Imports nothing.

/** Keys as they are listed, what they do, and the name of the deed in `deeds`. */
export const KEYS = [
  [["ArrowLeft", "h"], "← or h", "to the pile on the left", "left"],
  [["ArrowRight", "l"], "→ or l", "to the pile on the right", "right"],
  [["ArrowUp", "k"], "↑ or k", "to the line above", "up"],
  [["ArrowDown", "j"], "↓ or j", "to the line below", "down"],
  [["Enter", " "], "Enter or Space", "pick a pile up, put it down (with Shift: under, where a rule set allows it)", "pick"],
  [["Escape"], "Escape", "let go", "letGo"],
  [["digit"], "1 to 9", "play the pile at the cursor that far (with Shift: under)", "distance"],
  [["g"], "g, number, Enter", "go to a pile", "goTo"],
  [["d"], "d", "deal one card", "dealOne"],
  [["D"], "D", "deal all cards", "dealAll"],
  [["u"], "u", "undo (at the start of a new game: the one before it)", "undo"],
  [["r"], "r", "redo", "redo"],
  [["n"], "n", "new game", "newGame"],
  [["N"], "N", "restart this deal", "restart"],
  [["i"], "i", "hints on or off", "hints"],
  [[":"], ":", "type an action, such as 42-39 or d5", "type"],
  [["?"], "?", "rules and keys", "help"],
];

const CASED = new Set(KEYS.flatMap(([keys]) => keys).filter((key) => key.length === 1 && key !== key.toLowerCase()).map((key) => key.toLowerCase()));

/** The deed that a key press asks for: [name, argument], or null. */
export function deedOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (/^[1-9]$/.test(event.key)) return ["distance", { distance: Number(event.key), under: false }];
  // Upper and lower case are alike unless both are listed.
  const key = event.key.length === 1 && !CASED.has(event.key.toLowerCase()) ? event.key.toLowerCase() : event.key;
  const found = KEYS.find(([keys]) => keys.includes(key));
  if (found) return [found[3], { under: event.shiftKey }];
  const shifted = event.shiftKey && /^Digit([1-9])$/.exec(event.code);
  return shifted ? ["distance", { distance: Number(shifted[1]), under: true }] : null;
}

/** Write the list of keys into a definition list. */
export function listKeys(list) {
  list.replaceChildren(
    ...KEYS.flatMap(([, shown, deed]) => {
      const term = document.createElement("dt");
      term.textContent = shown;
      const words = document.createElement("dd");
      words.textContent = deed;
      return [term, words];
    }),
  );
}
