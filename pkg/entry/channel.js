// Messages between the tabs of one origin, by `BroadcastChannel`.

/** The words that tabs say to each other, in the order of `TabMessage` in `src/core/tab_message.rs`. Never data. */
export const WORDS = ["signed-in", "signed-out", "changed", "sign-out-over"];

/**
 * Opens the channel of the sessions with one deployment, where `tabs`. `hear` is told each word of another tab. Where the
 * browser has no channels, or refuses them here, nothing is heard, and what is said is lost: the tabs then learn by their
 * own reads.
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
    // Not here.
  }
  return {
    say(word) {
      try {
        channel?.postMessage(word);
      } catch {
        // A channel that cannot carry it loses it.
      }
    },
    close: () => channel?.close(),
  };
}
