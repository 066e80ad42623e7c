// Messages between the tabs of one origin, by `BroadcastChannel`.

/** The messages between tabs: one text each, and never data. In the order of `TabMessage` in `src/core/tab_message.rs`. */
export const MESSAGES = ["signed-in", "signed-out", "changed", "sign-out-over"];

/**
 * Opens the channel of all sessions with one deployment, if `tabs`. `hear` gets each message of another tab. If the browser
 * has no channels, or refuses one, no message arrives and none is sent: each tab then learns by its own reads.
 */
export function openChannel({ origin, tabs }, hear) {
  let channel;
  try {
    if (tabs) {
      channel = new BroadcastChannel(`platform-session:${origin}`);
      channel.onmessage = ({ data }) => {
        if (MESSAGES.includes(data)) hear(data);
      };
    }
  } catch {
    // The browser refuses it here.
  }
  return {
    isOpen: !!channel,
    say(message) {
      try {
        channel?.postMessage(message);
      } catch {
        // The message is lost.
      }
    },
    close: () => channel?.close(),
  };
}
