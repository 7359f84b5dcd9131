// The page's only talk with the service: a record in, a view out. Imports nothing.

/** A request that got no view: a sentence for the player, and the place in the record. */
export class Problem extends Error {
  constructor(message, { place = "", unanswered = false } = {}) {
    super(message);
    this.place = place;
    this.unanswered = unanswered;
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
    throw new Problem(body.message ?? "The service refused that.", { place });
  }
  return body;
}

/** The view of a record after what is wanted: {action}, {gesture}, or nothing. */
export function ask(record, wanted = {}) {
  return answer(
    fetch("/api/game", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ record, ...wanted }),
    }),
  );
}

/** The rule sets to choose from, the first one for newcomers. */
export const ruleSets = () => answer(fetch("/api/rules"));

/** The pages of the rulebook: {name, title, group}. */
export const rulebook = () => answer(fetch("/api/rulebook"));

/** A page of the rulebook, by its name or a rule set's text: {name, title, html}. */
export const rulePage = (name) => answer(fetch(`/api/rulebook/${encodeURIComponent(name)}`));
