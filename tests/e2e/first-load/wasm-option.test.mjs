// The option `wasm` in each of its forms.

import assert from "node:assert/strict";
import { ACCOUNTS } from "../support/accounts.mjs";
import { openBare, signIn } from "../support/bare-page.mjs";
import { scenario, test } from "../support/scenario.mjs";

/** Each runs in the page, and returns a value of the option `wasm`. */
const SOURCES = {
  "an address": (path) => path,
  "a URL": (path) => new URL(path, location.href),
  "a Request": (path) => new Request(path),
  "an answer": (path) => fetch(path),
  "an answer of another type": async (path) => new Response(await (await fetch(path)).arrayBuffer()),
  "an ArrayBuffer": async (path) => (await fetch(path)).arrayBuffer(),
  "a Uint8Array": async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer()),
  "a URL of a frame's": (path) => new (inAFrame().URL)(path, location.href),
  "an answer to a frame": (path) => inAFrame().fetch(path),
  "a module that a frame has compiled": async (path) =>
    inAFrame().WebAssembly.compile(await (await fetch(path)).arrayBuffer()),
  "a compiled module": async (path) => WebAssembly.compile(await (await fetch(path)).arrayBuffer()),
};

test(
  "a session takes its WebAssembly in every form of the option, and so does the next session",
  scenario(async ({ context, deployment }) => {
    await signIn(await openBare(context, deployment), "ada");
    const page = await openBare(context, deployment, { idle: true });
    for (const [what, make] of Object.entries(SOURCES)) {
      const users = await page.evaluate(`(async () => {
        const inAFrame = () => document.body.appendChild(document.createElement("iframe")).contentWindow;
        const wasm = async () => (${make})("/pkg/wasm/platform_session_bg.wasm");
        const users = [];
        for (let time = 0; time < 2; time += 1) {
          const { session } = bare.start({ wasm: await wasm() });
          await session.ready;
          users.push((await session.refresh()).user.email);
          session.close();
        }
        return users;
      })()`);
      assert.deepEqual(users, [ACCOUNTS.ada.email, ACCOUNTS.ada.email], what);
    }
  }),
);
