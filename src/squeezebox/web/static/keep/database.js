// The database of the browser: opened with a version, brought up to it step by step. Imports
// nothing. A promise that is refused says that it can't be used; nothing here waits for ever.

const NAME = "squeezebox";
const PATIENCE = 6000; // milliseconds that opening may take

/** What makes version n + 1 out of version n; a step that was released is never changed. */
const STEPS = [
  (database) => {
    database.createObjectStore("games", { keyPath: "id" });
    database.createObjectStore("bests", { keyPath: ["rules", "layout"] });
    database.createObjectStore("rules", { keyPath: "text" });
  },
  (database) => database.createObjectStore("puzzles", { keyPath: ["rules", "puzzle", "wish"] }),
];

export const STORES = ["games", "bests", "rules", "puzzles"];

let opened = null; // a promise of the open database

function open() {
  return new Promise((done, failed) => {
    let given = false; // up, because it took too long
    const wait = setTimeout(() => {
      given = true;
      failed(new Error("The database doesn't open."));
    }, PATIENCE);
    const request = indexedDB.open(NAME, STEPS.length);
    request.onupgradeneeded = ({ oldVersion }) => {
      for (const step of STEPS.slice(oldVersion)) step(request.result, request.transaction);
    };
    request.onerror = () => {
      clearTimeout(wait);
      failed(request.error);
    };
    request.onsuccess = () => {
      clearTimeout(wait);
      const database = request.result;
      const leave = () => {
        database.close();
        opened = null; // and is opened again when it is needed
      };
      database.onversionchange = leave; // a later version in another tab needs it
      database.onclose = leave;
      if (given) database.close();
      else done(database);
    };
  });
}

/** A request's result. */
export const got = (request) => new Promise((done, failed) => {
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});

/** Do `work` with the stores (a function from a name to one) in one transaction: all or nothing. */
export async function transact(mode, work) {
  opened ??= open().catch((error) => {
    opened = null;
    throw error;
  });
  const database = await opened;
  const transaction = database.transaction(STORES, mode, { durability: "strict" });
  const completed = new Promise((done, failed) => {
    transaction.oncomplete = done;
    transaction.onabort = () => failed(transaction.error ?? new Error("The database gave up."));
  });
  try {
    const result = await work((name) => transaction.objectStore(name));
    await completed;
    return result;
  } catch (error) {
    completed.catch(() => {}); // `error` is why
    try {
      transaction.abort();
    } catch {
      // it is over already
    }
    throw error;
  }
}
