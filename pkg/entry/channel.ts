// Messages between the tabs of one origin, by `BroadcastChannel`: "signed-in", "changed", "signed-out:7", "sign-out-over:7". The number
// names a sign-out (`src/core/tab_message.rs`).

import { MESSAGES, type MessageName } from "./boundary.js";
import type { Settings } from "./options.js";

const MESSAGE = new RegExp(`^(${MESSAGES.join("|")})(?::(\\d+))?$`);

export interface Channel {
  /** Sends a message to the other tabs. `message`: its number. `id`: the name of the sign-out that it is about. */
  post(message: number, id?: number): void;
  close(): void;
}

/**
 * Opens the channel of all sessions with one deployment, if `tabs`. `onMessage` gets each message of another tab: its number, and the
 * name of its sign-out, or 0. If the browser has no channels, or refuses one, no message arrives and none is sent: each tab then learns
 * by its own reads.
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
        // A message's position here is its number as a happening, too: messages are the first of all (`src/core/event.rs`, `of_number`).
        if (message) onMessage(MESSAGES.indexOf(message as MessageName), Number(id));
      };
    }
  } catch {
    // The browser refuses the channel in this page.
  }
  return {
    post(message, id) {
      try {
        channel?.postMessage(MESSAGES[message] + (id ? `:${id}` : ""));
      } catch {
        // The channel was closed: the message is lost.
      }
    },
    close: () => channel?.close(),
  };
}
