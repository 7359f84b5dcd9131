// What screens that read rule sets as text share. Imports `dom`.

import { h } from "../dom.js";

export const CALM = 200; // milliseconds without typing, before a text is read

/** A field's own line for what is wrong with it. */
export const problemOf = (id) => h("p.problem", { id: `${id}-problem`, role: "alert" });

/** Ask `work` for something, after a while if wanted, and tell it or its error; only the newest asking counts. */
export function newest(tell) {
  let last = 0;
  return async (work, wait = 0) => {
    const own = ++last;
    if (wait) await new Promise((done) => setTimeout(done, wait));
    if (own !== last) return;
    const found = await Promise.resolve().then(work).catch((error) => error);
    if (own === last) tell(found);
  };
}
