// The game as text, to copy, or to put another in its place. Imports `dialogs` and `dom`.

import { closing, dialog, form, open } from "../dialogs.js";
import { button, h } from "../dom.js";

/** Copy a text; the button that was pressed says whether it could be done. */
export async function copy(area, pressed) {
  area.select();
  let copied = true;
  try {
    await navigator.clipboard.writeText(area.value);
  } catch {
    copied = document.execCommand("copy"); // pages over the network have no other clipboard
  }
  pressed.textContent = copied ? "Copied" : "Selected: copy it now";
}

/** Show the record; `take` gets another one that was put in its place. */
export function showRecord(record, take) {
  const area = h("textarea", {
    name: "text", rows: 14, spellcheck: "false", autocomplete: "off", "aria-label": "Record",
    oninput: () => (copying.textContent = "Copy"),
  });
  area.value = record;
  const copying = button("Copy", () => copy(area, copying), { id: "copy" });
  open(dialog("record-dialog", "This game as text", form(
    () => take(area.value),
    [h("p.note", "Copy it to keep it, or paste another record here and open it."), area],
    [closing("Close"), copying, h("button.main", "Open")],
    { placed: true },
  )));
}
