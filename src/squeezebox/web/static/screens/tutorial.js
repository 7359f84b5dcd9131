// The first steps: one after the other, each with a board and one task. Imports `dialogs`,
// `dom`, `service`, `store` and `example`.

import { closing, dialog, open } from "../dialogs.js";
import { button, h } from "../dom.js";
import { rulePage } from "../service.js";
import * as store from "../keep/store.js";
import { boardKeys } from "./example.js";

/** Whether nobody has played or learnt in this browser yet; it is true once. */
export function isNewcomer() {
  if (store.get("tutorial", null) ?? store.get("last", null)) return false;
  store.set("tutorial", "offered");
  return store.get("tutorial", null) !== null; // else it would come again at every visit
}

/** Show the tutorial; `onEnd` is called when it is closed, wherever that is. `rulebook` shows a page. */
export async function showTutorial({ onEnd = () => {}, rulebook = () => {} } = {}) {
  store.set("tutorial", "seen");
  const page = await rulePage("tutorial");
  const whole = h("div");
  whole.innerHTML = page.html; // the service's own
  for (const example of whole.querySelectorAll("sb-example")) example.setAttribute("task", "");
  const steps = [];
  for (const part of [...whole.childNodes]) {
    if (part.tagName === "H3") steps.push({ title: part.textContent, parts: [] });
    else steps.at(-1)?.parts.push(part);
  }
  let at = 0;

  const bar = h("progress", { max: steps.length - 1, "aria-hidden": "true" });
  const place = h("p.note");
  const body = h("div.leaf");
  const praise = h("p.praise", { role: "status" });
  const skip = closing("Skip");
  const back = button("Previous", () => show(at - 1));
  const next = button("Next", () => (at + 1 < steps.length ? show(at + 1) : made.close()));
  const made = dialog("tutorial-dialog", page.title, [
    place, bar, body, h("div.foot", praise, skip, back, next), boardKeys()]);
  const title = made.querySelector("h2");

  function show(step) {
    at = step;
    const last = at + 1 === steps.length;
    title.textContent = steps[at].title;
    place.textContent = last ? "The end of the first steps" : `${page.title}: ${at + 1} of ${steps.length - 1}`;
    bar.value = at;
    body.replaceChildren(...steps[at].parts.map((part) => part.cloneNode(true)));
    praise.textContent = "";
    skip.hidden = last;
    back.hidden = at === 0;
    next.textContent = last ? "Play" : "Next";
    next.classList.toggle("main", last);
    made.scrollTop = 0;
    title.focus();
  }

  body.addEventListener("reached", () => {
    praise.textContent = "Well done!";
    next.classList.add("main");
    next.focus();
  });
  body.onclick = (event) => {
    const link = event.target.closest("a[data-leaf]");
    if (!link) return;
    event.preventDefault();
    made.close();
    rulebook(link.dataset.leaf);
  };
  // Keys are the board's, wherever the focus is.
  const press = (event) => body.querySelector("sb-example")?.press(event);
  const end = () => {
    body.replaceChildren();
    onEnd();
  };
  open(made, { press, end });
  show(0);
}
