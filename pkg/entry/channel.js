// Messages between the tabs of one origin, by `BroadcastChannel`.

/** The messages between tabs: one word each, and never data. In the order of `TabMessage` in `src/core/tab_message.rs`. */
export const WORDS = ["signed-in", "signed-out", "changed", "sign-out-over"];

/**
 * Opens the channel of all sessions with one deployment, if `tabs`. `hear` gets each message of another tab. If the browser
 * has no channels, or refuses one, no message arrives and none is sent: each tab then learns by its own reads.
 */
export function openChannel({ origin, tabs }, hear) {
  let channel;
  try {
    channel = tabs ? new BroadcastChannel(`platform-session:${origin}`) : undefined;
    if (channel)
      channel.onmessage = ({ data }) => {
        if (WORDS.includes(data)) hear(data);
      };
  } catch {
    // The browser refuses it here.
  }
  return {
    say(word) {
      try {
        channel?.postMessage(word);
      } catch {
        // The message is lost.
      }
    },
    close: () => channel?.close(),
  };
}
