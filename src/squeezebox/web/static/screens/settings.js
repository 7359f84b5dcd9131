// The settings. Imports `dialogs`, `dom` and `settings`.

import { closing, dialog, open, tick } from "../dialogs.js";
import { h } from "../dom.js";
import { change, setting, SETTINGS } from "../settings.js";

const row = ({ name, label, values }, changed) =>
  h("fieldset.line",
    h("legend", label),
    Object.entries(values).map(([value, words]) =>
      h("label",
        h("input", {
          type: "radio", name, value, checked: value === setting(name),
          onchange: () => {
            change(name, value);
            changed();
          },
        }), ` ${words}`)));

/** Show the settings; each holds at once, `changed` is told. `hints`: {on, set}. */
export function showSettings(hints, changed) {
  open(dialog("settings-dialog", "Settings", [
    tick("Hints: light where a selected pile may go", hints.on, hints.set),
    SETTINGS.map((each) => row(each, changed)),
    h("p.buttons", closing("Done")),
  ]));
}
