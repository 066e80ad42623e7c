// Messages between the tabs of one origin, by `BroadcastChannel`: "signed-in", "changed", "signed-out:7", "sign-out-over:7". The number
// names a sign-out (`src/core/tab_message.rs`).

import { MESSAGES } from "./boundary.js";

const MESSAGE = new RegExp(`^(${MESSAGES.join("|")})(?::(\\d+))?$`);

/**
 * Opens the channel of all sessions with one deployment, if `tabs`. `onMessage` gets each message of another tab, by its number, and the
 * name of its sign-out. If the browser has no channels, or refuses one, no message arrives and none is sent: each tab then learns by its
 * own reads.
 */
export function openChannel({ origin, tabs }, onMessage) {
  let channel;
  try {
    if (tabs) {
      channel = new BroadcastChannel(`platform-session:${origin}`);
      channel.onmessage = ({ data }) => {
        const [, message, id] = (typeof data === "string" && MESSAGE.exec(data)) || [];
        if (message) onMessage(MESSAGES.indexOf(/** @type {any} */ (message)), Number(id ?? 0));
      };
    }
  } catch {
    // The browser refuses it here.
  }
  return {
    post(message, id) {
      try {
        channel?.postMessage(id ? `${MESSAGES[message]}:${id}` : MESSAGES[message]);
      } catch {
        // The message is lost.
      }
    },
    close: () => channel?.close(),
  };
}
