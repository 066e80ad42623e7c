// Defines the element `<session-notices>`.

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

/** Like `definerOf`, without a watch that warns of a closed session: the notices have no text for that. */
const define = definerOf({ "session-notices": sessionNotices }, () => () => {});
