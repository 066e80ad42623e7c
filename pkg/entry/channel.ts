// Messages between the tabs of one origin, by `BroadcastChannel`: "signed-in", "changed", "signed-out:7", "sign-out-over:7". The number
// names a sign-out (`src/core/tab_message.rs`).

import { MESSAGES, type MessageName } from "./boundary.js";
import type { Settings } from "./options.js";

const MESSAGE = new RegExp(`^(${MESSAGES.join("|")})(?::(\\d+))?$`);

export interface Channel {
  /** `message`: its number. `id`: the name of its sign-out. */
  post(message: number, id?: number): void;
  close(): void;
}

/**
 * Opens the channel of all sessions with one deployment, if `tabs`. `onMessage` gets each message of another tab, by its number, and the
 * name of its sign-out. If the browser has no channels, or refuses one, no message arrives and none is sent: each tab then learns by its
 * own reads.
 */
export function openChannel(
  { origin, tabs }: Pick<Settings, "origin" | "tabs">,
  onMessage: (message: number, id: number) => void,
): Channel {
  let channel: BroadcastChannel | undefined;
  try {
    if (tabs) {
      channel = new BroadcastChannel(`platform-session:${origin}`);
      channel.onmessage = ({ data }) => {
        const [, message, id = 0] = (typeof data === "string" && MESSAGE.exec(data)) || [];
        // Messages have the first numbers of all happenings: `src/core/event.rs`, `of_number`.
        if (message) onMessage(MESSAGES.indexOf(message as MessageName), Number(id));
      };
    }
  } catch {
    // The browser refuses it here.
  }
  return {
    post(message, id) {
      try {
        channel?.postMessage(MESSAGES[message] + (id ? `:${id}` : ""));
      } catch {
        // The message is lost.
      }
    },
    close: () => channel?.close(),
  };
}
