// Sharing a deal: a link, and a text that spoils nothing. Imports `dialogs`, `dom`, `sharing` and
// copying from the record's screen.

import { closing, dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { linkTo, shareText } from "../sharing.js";
import { copy } from "./record.js";

const HERE = /^(localhost|127\.|\[::1\])/;
const NEAR = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cde])/;

/** How far a link to this page reaches, in words; empty if everywhere. */
function reachOf(host) {
  const where = HERE.test(host) ? "on this computer" : NEAR.test(host) ? "in this network" : "";
  return where && `This link opens only ${where}, while Squeezebox runs. Elsewhere, the rule set and the deal number give the same cards.`;
}

/** Show what there is to share of a game; `name`: its rule set's, if the catalogue hasn't got it. */
export function showShare({ view, game, name = "" }) {
  const text = h("textarea#share-text", { rows: 6, readonly: true, "aria-label": "Text to share" });
  const link = h("input#share-link", { readonly: true, "aria-label": "Link" });
  const withActions = h("input", { type: "checkbox", id: "share-actions", onchange: fill, disabled: !game.actions.length });
  const copiers = [
    button("Copy text", ({ target }) => copy(text, target), { id: "copy-text" }),
    button("Copy link", ({ target }) => copy(link, target), { id: "copy-link" }),
  ];

  function fill() {
    link.value = linkTo(location.origin, game, { actions: withActions.checked, name });
    text.value = shareText(view, link.value);
    copiers[0].textContent = "Copy text";
    copiers[1].textContent = "Copy link";
  }

  fill();
  open(dialog("share-dialog", "Share this deal", [
    h("p.note", "The text tells how it went and gives no action away; the link opens the same deal."),
    text,
    h("label.check", withActions, " The link holds my actions, too: whoever opens it sees how I played"),
    link,
    h("p.note", reachOf(location.hostname)),
    h("p.buttons", closing("Close"), copiers[1], copiers[0],
      navigator.share && button("Share…", () => navigator.share({ text: text.value }).catch(() => {}), { class: "main", id: "share-away" })),
  ]));
}
