/** A connection for the user of this identity, which ends with it; `null` where it has ended already. */
export function connect(path, { signal }, onMessage) {
  if (signal.aborted) return null;
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  // What is on its way when the identity ends is not delivered: closing takes a moment.
  socket.addEventListener("message", ({ data }) => onMessage(data), { signal });
  signal.addEventListener("abort", () => socket.close(), { once: true });
  return socket;
}
