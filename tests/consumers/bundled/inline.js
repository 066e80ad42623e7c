import { createSession } from "platform-session/inline";
import { show } from "./page.js";

show(createSession());
