// Defines the notices as an element of the page.

import type { Session } from "platform-session";
import { definerOf } from "../elements/define.js";
import type { SomeSessionNoticeMessages } from "./index.js";
import { texts } from "./messages.js";
import { sessionNotices } from "./notices.js";

interface Options {
  messages?: SomeSessionNoticeMessages | undefined;
  prefix?: string | undefined;
}

export function defineSessionNotices(session: Session, { messages, ...options }: Options = {}): void {
  define(session, options, () => texts.add(session, messages));
}

/** Defines the notices. The second argument would watch the session: on a closed one the notices have nothing to say. */
const define = definerOf({ "session-notices": sessionNotices }, () => () => {});
