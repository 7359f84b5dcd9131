// The page's only talk with the service: a record in, a view out. Imports the names of rule sets.

import { entitle } from "./keep/names.js";

/** A request that got no view: a sentence for the player, and the place in the record. */
export class Problem extends Error {
  constructor(message, { place = "", unanswered = false, line, column, key } = {}) {
    super(message);
    Object.assign(this, { place, unanswered, line, column, key });
  }
}

const BUILD = document.querySelector("meta[name=build]")?.content;
let tellUpdate = null;

/** Call `tell` once, when an answer comes from another version than this page is of. */
export function onUpdate(tell) {
  tellUpdate = tell;
}

function compareBuild(response) {
  const build = response.headers.get("x-squeezebox-build");
  if (!build || build === BUILD) return;
  tellUpdate?.();
  tellUpdate = null;
}

async function answer(promise) {
  let response, body;
  try {
    response = await promise;
    compareBuild(response);
    body = await response.json();
  } catch {
    const message = "Squeezebox doesn't answer. Is it still running? Nothing is lost: try again.";
    throw new Problem(message, { unanswered: true });
  }
  if (!response.ok) {
    const place = body.line ? `Line ${body.line}, column ${body.column}: ` : "";
    throw new Problem(body.message ?? "The service refused that.", { ...body, place });
  }
  return body;
}

const post = (path, body, signal) =>
  answer(fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal }));

/** The view of a record after what is wanted: {action}, {gesture}, or nothing. */
export async function ask(record, wanted = {}) {
  const view = await post("/api/game", { record, ...wanted });
  entitle(view.rules);
  return view;
}

/** The rule set that a text means, with the values of its keys; a problem may name a `key`. */
export const readRules = (text) => post("/api/rules/read", { text });

let keys = null;

/** The keys of a rule set's text, for a form. */
export async function ruleKeys() {
  keys ??= await answer(fetch("/api/rules/keys"));
  return keys;
}

/** The rule sets to choose from, the first one for newcomers. */
export const ruleSets = () => answer(fetch("/api/rules"));

/** The pages of the rulebook: {name, title, group}. */
export const rulebook = () => answer(fetch("/api/rulebook"));

/** A page of the rulebook, by its name or a rule set's text: {name, title, html}. */
export const rulePage = (name) => answer(fetch(`/api/rulebook/${encodeURIComponent(name)}`));

const AGAIN = 700; // milliseconds until the coach is asked again when it wasn't ready

/**
 * Ask the coach: `what` is "light", "advice", "marks" or "review". It may take a while, and `signal`
 * ends it: then nobody waits for the answer any more, and it is null. `waiting` is told why it takes longer.
 */
export async function consult(what, body, signal, waiting = () => {}) {
  try {
    for (;;) {
      const found = await post(`/api/coach/${what}`, body, signal);
      if (found.ready !== false) return signal.aborted ? null : found;
      waiting("The coach is getting ready. Once after installing, this takes a minute or two.");
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
