// A page with the elements, for the tests that drive them. With `?hold` the test defines them.

import { defineElements } from "./pkg/dist/elements.js";
import { createSession } from "./pkg/index.js";

/** Every text that was visible after a change of the document, or before a paint. */
const seen = new Set();
const noteVisible = () => {
  for (const text of visibleTexts()) seen.add(text);
};
new MutationObserver(noteVisible).observe(document, { subtree: true, childList: true, attributes: true });
const everyFrame = () => {
  noteVisible();
  requestAnimationFrame(everyFrame);
};
everyFrame();

const session = createSession();
const tools = { counted, gateWithContent, gateWithInput, visibleTexts, seen };
Object.assign(globalThis, { app: { createSession, defineElements, ...tools }, session });
if (!location.search.includes("hold")) defineElements(session);

function visibleTexts() {
  return [...document.querySelectorAll("p, b")]
    .filter((element) => element.checkVisibility())
    .map(({ textContent }) => textContent);
}

/** Returns the session, wrapped so that `count` has the number of listeners of it and of its gates: `now`, and of all time, `ever`. */
function counted(session) {
  const count = { now: 0, ever: 0 };
  const counting = (real) => (listener) => {
    count.now += 1;
    count.ever += 1;
    const end = real.subscribe(listener);
    return () => {
      count.now -= 1;
      end();
    };
  };
  const gate = (conditions) => ({ subscribe: counting(session.gate(conditions)) });
  const overrides = { gate, subscribe: counting(session) };
  const spied = Object.create(session, Object.getOwnPropertyDescriptors(overrides));
  return { session: spied, count };
}

/** Adds a gate that is open without a user. An element in its template calls `act(gate)` as soon as it is in the document. */
function gateWithContent(act) {
  const name = `test-${crypto.randomUUID()}`;
  customElements.define(
    name,
    class extends HTMLElement {
      connectedCallback() {
        act(this.parentElement);
      }
    },
  );
  const gate = document.createElement("session-gate");
  gate.setAttribute("status", "unauthenticated");
  const template = document.createElement("template");
  template.content.append(document.createElement(name));
  gate.append(template);
  document.body.append(gate);
  return gate;
}

/** Adds a gate for a signed-in user, with a field in its template. */
function gateWithInput() {
  const gate = document.createElement("session-gate");
  gate.setAttribute("status", "authenticated");
  const template = document.createElement("template");
  template.content.append(document.createElement("input"));
  gate.append(template);
  document.body.append(gate);
}
