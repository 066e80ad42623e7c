// What a server does that renders a page: it makes the session that the page's components ask for, and ends.
// To be run by Node with the origin of a deployment as its argument; says what the session said, as JSON.
import { createSession } from "./pkg/index.js";

let fetches = 0;
const fetchOfNode = globalThis.fetch;
globalThis.fetch = (...args) => {
  fetches += 1;
  return fetchOfNode(...args);
};

const session = createSession({ baseUrl: process.argv[2], revalidate: { intervalMs: 1_000 } });
let heard = 0;
session.subscribe(() => {
  heard += 1;
});

process.on("exit", () => {
  const { snapshot, permissions } = session;
  const said = {
    snapshot: { ...snapshot, features: { ...snapshot.features } },
    can: permissions.can("chat-history"),
    state: permissions.state("chat-history"),
    heard,
    fetches,
  };
  process.stdout.write(JSON.stringify(said));
});
