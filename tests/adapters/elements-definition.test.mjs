// How the custom elements are defined, what session they have, and when they listen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionBody } from "../e2e/support/identity-api.mjs";
import { stage } from "../e2e/support/stage.mjs";
import { elementsSite, open, SIGNED_OUT, shows } from "./support/elements-page.mjs";

const site = elementsSite("elements-definition");
const { scenario } = stage();

scenario(
  "elements listen while they are in the document, and no longer",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const counts = await page.evaluate(async () => {
      const { session: spied, count } = app.counted(session);
      app.defineElements(spied);
      const counts = [count.now];
      const gate = document.getElementById("chat");
      document.body.append(gate);
      counts.push(count.now);
      for (let each = 0; each < 100; each += 1) {
        const made = document.createElement("permission-gate");
        made.setAttribute("feature", "chat-history");
        document.body.append(made);
        made.remove();
      }
      counts.push(count.now);
      for (const each of document.querySelectorAll("permission-gate, session-gate")) each.remove();
      counts.push(count.now);
      document.body.append(gate);
      counts.push(count.now);
      return counts;
    });
    // Two for each gate, and one for each button, of which one stands in a gate.
    assert.deepEqual(counts, [12, 12, 12, 1, 3]);
  },
);

scenario(
  "defined again, by this or another copy of the module, the elements get the new session",
  { site },
  async ({ context, deployment }) => {
    const page = await open(context, deployment);
    await shows(page, ...SIGNED_OUT);
    const rebound = await page.evaluate(
      async (initial) => {
        const errors = [];
        addEventListener("error", (event) => {
          errors.push(event.message);
          event.preventDefault();
        });
        try {
          document.querySelector("#nothing").feature = 7;
        } catch (error) {
          errors.push(error.message);
        }
        const other = await import("./pkg/dist/elements.js?another");
        const next = app.createSession({ initial, tabs: false });
        other.defineElements(next);
        const states = ["chat", "in", "out"].map((id) => document.getElementById(id).state);
        next.close();
        return [states, errors];
      },
      sessionBody({ "chat-history": { enabled: true, limit: null } }),
    );
    assert.deepEqual(rebound, [
      ["granted", "granted", "denied"],
      ["feature must be a name", "Uncaught TypeError: feature must be a name"],
    ]);
  },
);

scenario(
  "a prefix makes other names, and a name that is taken is said in a sentence",
  { site, expects: [] },
  async ({ context, deployment }) => {
    const page = await open(context, deployment, "?hold");
    const facts = await page.evaluate(async () => {
      customElements.define("session-gate", class extends HTMLElement {});
      const refused = (options) => {
        try {
          app.defineElements(session, options);
        } catch (error) {
          return error.message;
        }
      };
      const message = refused();
      const untouched = customElements.get("permission-gate") === undefined;
      const none = refused({ prefix: "acme" });
      refused({ prefix: "acme-" });
      await session.ready;
      const gate = document.createElement("acme-session-gate");
      gate.setAttribute("status", "unauthenticated");
      document.body.append(gate);
      return [message, untouched, none, gate.state];
    });
    assert.deepEqual(facts, ["<session-gate> is taken: choose a prefix.", true, undefined, "granted"]);
  },
);

test("on a server nothing is defined, and a session that is lacking is said in a sentence", async () => {
  const { defineElements } = await import("../../pkg/dist/elements.js");
  const { createSession } = await import("../../pkg/index.js");
  assert.equal(defineElements(createSession()), undefined);
  assert.throws(() => defineElements(undefined), {
    name: "TypeError",
    message: "The elements need a session: give them createSession().",
  });
});

scenario("a template that another document has made is one", { site }, async ({ context, deployment }) => {
  const page = await open(context, deployment);
  await shows(page, ...SIGNED_OUT);
  const text = await page.evaluate(() => {
    const frame = document.body.appendChild(document.createElement("iframe"));
    const template = frame.contentDocument.createElement("template");
    template.content.append("of the template");
    const gate = document.createElement("session-gate");
    gate.setAttribute("status", "unauthenticated");
    gate.append(template);
    document.body.append(gate);
    return new Promise((resolve) => setTimeout(() => resolve(gate.textContent.trim()), 50));
  });
  assert.equal(text, "of the template");
});
