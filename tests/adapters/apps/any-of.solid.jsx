// The element `permission-gate` with `anyOf`, in Solid's markup.

import { render } from "solid-js/web";
import { defineElements } from "/pkg/dist/elements.js";
import { createSession } from "/pkg/index.js";

defineElements(createSession());
render(
  () => (
    <>
      <permission-gate prop:anyOf={[{ feature: "chat-history" }, { atLeast: "no-such-role" }]}>
        element
      </permission-gate>
      <permission-gate prop:anyOf={[{ feature: "no-such-feature" }]}>
        <p>closed</p>
        <p slot="fallback">no element</p>
      </permission-gate>
    </>
  ),
  document.getElementById("app"),
);
