import { known } from "./bare-page.mjs";
import { shiftableClocks } from "./clocks.mjs";
import { noteBuffers } from "./heap.mjs";
import { huntUntil, WASM } from "./hunt.mjs";
import { AGENTS, SESSION } from "./identity-api.mjs";
import { noteMessages } from "./script-readable.mjs";
import { startWire } from "./wire.mjs";

/**
 * Opens a page of the deployment to hunt in, reached over a wire that notes everything; `given` is the argument of hunts. The
 * page fetches the credentials that it signs in with: a value that a test passes to a page stays in the page.
 */
export async function openHuntingGround({ context, watch }, deployment, options, path = "/bare.html?idle") {
  const wire = await startWire(deployment);
  context.once("close", wire.stop);
  await noteMessages(context);
  await noteBuffers(context);
  await context.addInitScript(shiftableClocks);
  const open = async () => {
    const page = await context.newPage();
    await page.goto(wire.origin + path);
    return page;
  };
  const page = await open();
  const cdp = await context.newCDPSession(page);
  const given = { page, cdp, wire, watch };
  if (options) await startSession(page, options);
  return { given, page, wire, open, options, deployment, control: deployment.control };
}

/** Starts a session in the page that can sign its user in again, and waits until it is known. */
export async function startSession(page, options) {
  await page.evaluate((chosen) => {
    globalThis.errors = [];
    globalThis.noteFailure = (promise) => promise.catch((error) => globalThis.errors.push(error));
    globalThis.signIn = async (path) => {
      const credentials = await (await fetch(`/credentials/${path}`)).json();
      await session.login(credentials);
    };
    const reauthenticate = () => signIn("ada");
    const revalidate = { minIntervalMs: 0 };
    globalThis.seen = bare.start({ reauthenticate, revalidate, ...chosen });
    globalThis.session = seen.session;
  }, options);
  await known(page);
}

/** Signs in as this account, or with its name and a wrong password (`ada/wrong`): the error of a refusal is kept. */
export const signInAs = (page, path) => page.evaluate((it) => noteFailure(signIn(it)), path);

/** Does everything that a session does with a token: requests, reads, failures, a second tab, and a reauthentication. */
export async function use({ page, open, options, control }) {
  const ask = (path) =>
    page.evaluate(async (agents) => {
      await noteFailure(session.fetch(agents).then((answer) => answer.json()));
      await noteFailure(session.roles());
      await noteFailure(session.permissions.refresh());
      await noteFailure(session.fetch("https://elsewhere.example/"));
      dispatchEvent(new Event("focus"));
      await noteFailure(session.refresh());
    }, path);
  await ask(AGENTS);
  await control.faults({ method: "GET", path: SESSION, times: 1, status: 500 });
  await page.evaluate(() => noteFailure(session.refresh()));
  await signInAs(page, "ada/wrong");
  await startSession(await open(), options);
  await control.expire();
  await ask(AGENTS);
}

/** Opens the ground on a deployment with this value of `--bearer`. */
export async function openOn(stage, bearer, options) {
  return openHuntingGround(stage, await stage.another("bare", ["--bearer", bearer]), options);
}

/** Returns the passwords, and every token so far, as canaries. */
const canariesOf = ({ tokens, passwords }) => [
  ...tokens.map((text, at) => ({ name: `token ${at + 1}`, kind: "token", text })),
  ...Object.entries(passwords).map(([name, text]) => ({ name: `${name} password`, kind: "password", text })),
];

/** Checks that neither a token nor a password is anywhere. */
export const huntNowhere = ({ given, wire }) => huntUntil(given, canariesOf(wire));

/** Checks that the newest token is in WebAssembly memory, and nothing else is anywhere. */
export const huntTheTokenHeld = ({ given, wire }) =>
  huntUntil(given, canariesOf(wire), { [`token ${wire.tokens.length}`]: [WASM] });
