import { createSession } from "platform-session";
import { show } from "./page.js";

show(createSession());
