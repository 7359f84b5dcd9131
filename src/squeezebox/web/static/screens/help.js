// How the rule set in play is played, and the keys. Imports `dialogs`, `dom` and `keys`.

import { dialog, open } from "../dialogs.js";
import { h } from "../dom.js";
import { KEYS } from "../keys.js";

/** Show the help; `more` are buttons to what explains the game at length. */
export function showHelp(rules, more = []) {
  open(dialog("help-dialog", "How to play", [
    h("h3#rule-title", rules.title),
    h("ul#rule", rules.explained.map((words) => h("li", words))),
    h("p", "Click, tap or drag. A selected pile stays selected, and its cards are listed, until it is put " +
      "down or let go with Escape. Rows wrap like lines of text: the first pile of a line reaches back to the " +
      "end of the line above."),
    more.length ? h("p.buttons.start", more) : null,
    h("h3", "Keys"),
    h("dl#keys", KEYS.map(({ shown, does }) => [h("dt", shown), h("dd", does)])),
  ]));
}
