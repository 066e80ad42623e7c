// The notices in Solid's markup.

import { render } from "solid-js/web";
import { defineSessionNotices, german } from "/pkg/dist/session-notices.js";
import { createSession } from "/pkg/index.js";
import { endingSession } from "./ending-session.js";

defineSessionNotices(endingSession(createSession()));
render(() => <session-notices prop:messages={german} />, document.getElementById("app"));
