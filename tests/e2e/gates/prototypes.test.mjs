// Pages that have put members on `Object.prototype` or `Array.prototype`: the session works as on any other page.

import assert from "node:assert/strict";
import { credentialsOf } from "../support/accounts.mjs";
import { openBare, signIn } from "../support/bare-page.mjs";
import { AGENTS } from "../support/identity-api.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Names of properties that code of the package, or the browser for it, reads from objects or writes to them. */
const NAMES =
  `aside atLeast authenticated authSource access_token answer body bubbles cache cancelable capture catalogue code company composed
  credentials data deadline detail details duplex email enabled error expiresAt failure fatal feature features headers id identity ignoreBOM
  initial integrity intervalMs keepalive known last limit method minIntervalMs mode next sessionEvents onFocus onOnline once optional passive
  password permissions previous priority promise readable reason reauthenticate redirect referrer referrerPolicy refusal reject resolve
  response retryAfterMs retryable returnUrl role roles rolesChanged rolesRefusal settle shown signal since size stale status subscribe tabs
  text token trace unsubscribe user userType window`.split(/\s+/);
/** Members of property descriptors: each is tried alone, since no other property can be defined beside it. */
const OF_A_DESCRIPTOR = ["configurable", "enumerable", "get", "set", "value", "writable"];

/** The pollutions, as code. `set(names, descriptorOf)` defines the names on `Object.prototype`. */
const POLLUTIONS = [
  ["a `toJSON` that returns the same for every list", "Array.prototype.toJSON = () => 'x'"],
  [
    "the `toJSON` of Prototype.js",
    "Array.prototype.toJSON = function () { return '[' + this.join(', ') + ']'; }",
  ],
  [
    "a `toJSON` that returns the same for everything",
    "set(['toJSON'], () => ({ value: () => ({}), writable: true }))",
  ],
  ["the `Array.from` of Prototype.js", "Array.from = (list) => new Array(list.length)"],
  [
    "a way to iterate over every object",
    "Object.prototype[Symbol.iterator] = function* () { yield* Object.entries(this); }",
  ],
  ["names that `for…in` finds", "Object.prototype.extra = Array.prototype.extra = () => {}"],
  [
    "a text under each name",
    `set(${JSON.stringify(NAMES)}, (name) => ({ value: 'of all ' + name, writable: true }))`,
  ],
  ["true under each name", `set(${JSON.stringify(NAMES)}, () => ({ value: true, writable: true }))`],
  ["a getter alone under each name", `set(${JSON.stringify(NAMES)}, () => ({ get: () => undefined }))`],
  ...OF_A_DESCRIPTOR.map((name) => [
    `a function as \`${name}\``,
    `set(['${name}'], () => ({ value: () => {}, writable: true }))`,
  ]),
];

/** Code that runs in the page before its scripts. */
const PREPARATION = `globalThis.set = (names, descriptorOf) => {
  for (const name of names)
    Object.defineProperty(Object.prototype, name, { __proto__: null, ...descriptorOf(name), configurable: true });
};`;

/** Runs in the page: uses a session, and returns what came of its first read, gates, request, read and sign-in. */
async function useSession(given) {
  // Passed as JSON: to pass an object would call the getters on the prototypes.
  const [pollution, credentials, path] = JSON.parse(given);
  // biome-ignore lint/security/noGlobalEval: the pollution is a text.
  if (pollution) globalThis.eval(pollution);
  const { session } = bare.start({ revalidate: { minIntervalMs: 0 } });
  await session.ready;
  const gates = [
    session.gate({ feature: "chat-history" }),
    session.gate({ feature: "evil" }),
    session.gate({ feature: ["chat-history", "evil"] }),
    session.gate({ atLeast: "root" }),
    session.gate({ status: "authenticated" }),
  ];
  const states = [];
  const stop = gates[0].subscribe((state) => states.push(state));
  const shown = () => [session.snapshot.status, session.snapshot.user?.name];
  const first = [...shown(), new Set(gates).size, ...gates.map(({ value }) => value)];
  const called = [(await session.fetch(path)).status];
  await session.refresh();
  called.push(...shown(), session.atLeast("root"), session.permissions.can("evil"));
  await session.login(credentials);
  called.push(...shown(), (await session.roles()).length, (await session.sso.config()).enabled);
  stop.unsubscribe();
  session.close();
  return [...first, ...called, ...states].join(" ");
}

for (const when of ["before", "after"])
  test(
    `members that a page has put on prototypes ${when} it loads the package change nothing`,
    scenario(async (given) => {
      const { context, deployment } = given;
      await signIn(await openBare(context, deployment), "ada");
      const outcomeWith = async (pollution) => {
        const page = await context.newPage();
        await page.addInitScript(`${PREPARATION}${when === "before" ? pollution : ""}`);
        await page.goto(`${deployment.origin}/bare.html?idle`);
        const what = [when === "after" && pollution, credentialsOf("ada"), AGENTS];
        const outcome = await page
          .evaluate(useSession, JSON.stringify(what))
          .catch(({ message }) => message.slice(0, 400));
        await page.close();
        return outcome;
      };
      const expected = await outcomeWith("");
      assert.match(expected, /^authenticated Ada Lovelace 5 granted denied denied unknown granted /);
      for (const [what, pollution] of POLLUTIONS) assert.equal(await outcomeWith(pollution), expected, what);
    }),
  );
