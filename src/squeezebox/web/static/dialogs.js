// Dialogs, the platform's own: made when first shown, filled anew each time. Imports `dom`.

import { $, button, h } from "./dom.js";

/** The dialog of this id with a title and a content; `wide` for those with much to show. */
export function dialog(id, title, content, { wide = false } = {}) {
  const made = $(id) ?? document.body.appendChild(h("dialog", { id, "aria-labelledby": `${id}-title` }));
  made.classList.toggle("wide", wide);
  made.replaceChildren(
    h("header",
      h("h2", { id: `${id}-title`, tabindex: "-1", autofocus: true }, title),
      button("×", () => made.close(), { class: "close", "aria-label": "Close" })),
    ...[content].flat(Infinity).filter(Boolean),
  );
  return made;
}

/**
 * Show a dialog; what was open under it stays. Until it is closed `press` gets its keys, wherever
 * the focus is in it; `end` is called then, and the signal that this answers is given.
 */
export function open(made, { press = () => {}, end = () => {} } = {}) {
  const gone = new AbortController();
  made.addEventListener("keydown", press, { signal: gone.signal });
  made.addEventListener("close", () => {
    gone.abort();
    end();
  }, { once: true });
  if (!made.open) made.showModal();
  made.scrollTop = 0;
  return gone.signal;
}

export function closeAll() {
  for (const made of document.querySelectorAll("dialog[open]")) made.close();
}

/**
 * A form that does `work` when it is sent and closes its dialog, unless that answers false; what
 * goes wrong is told in it and it stays. `buttons` stand at its end.
 */
export function form(work, content, buttons, { placed = false } = {}) {
  const problem = h("p.problem", { role: "alert" });
  let busy = false;
  const made = h("form", content, problem, h("p.buttons", buttons));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return; // a double click is one
    busy = true;
    problem.textContent = "";
    try {
      if ((await work(made)) !== false) made.closest("dialog")?.close();
    } catch (error) {
      problem.textContent = (placed ? error.place ?? "" : "") + error.message;
    }
    busy = false;
  });
  return made;
}

/** A box to tick, with its words. */
export const tick = (words, on, set, attributes = {}) => h("label.tick",
  h("input", { type: "checkbox", checked: on, onchange: ({ target }) => set(target.checked), ...attributes }), ` ${words}`);

/** A button that closes the dialog it stands in. */
export const closing = (words) => button(words, (event) => event.target.closest("dialog").close());

/** A question with two answers; a promise of whether it was answered with `yes`. */
export function confirmed(title, words, yes, no = "Cancel") {
  return new Promise((resolve) => {
    let answer = false;
    const made = dialog("confirm-dialog", title, [
      words && h("p", words),
      h("p.buttons",
        closing(no),
        button(yes, () => {
          answer = true;
          made.close();
        }, { class: "main", id: "confirm-yes" })),
    ]);
    open(made, { end: () => resolve(answer) });
    made.querySelector(".buttons button").focus(); // what changes nothing is at hand
  });
}
