import { createSession } from "platform-session";
import wasm from "platform-session/wasm";

const session = createSession({ wasm });

import("./page.js").then(({ show }) => show(session));
