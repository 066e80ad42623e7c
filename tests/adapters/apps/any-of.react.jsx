// The element `permission-gate` with `anyOf`, in React's markup.

import { createRoot } from "react-dom/client";
import { defineElements } from "/pkg/dist/elements.js";
import { createSession } from "/pkg/index.js";

defineElements(createSession());
createRoot(document.getElementById("app")).render(
  <>
    <permission-gate anyOf={[{ feature: "chat-history" }, { atLeast: "no-such-role" }]}>
      element
    </permission-gate>
    <permission-gate anyOf={[{ feature: "no-such-feature" }]}>
      <p>closed</p>
      <p slot="fallback">no element</p>
    </permission-gate>
  </>,
);
