/** Opens a connection that closes when the identity ends. Returns `null` if the identity has ended already. */
export function connect(path, { signal }, onMessage) {
  if (signal.aborted) return null;
  const address = new URL(path, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address);
  // Closing takes a moment. Messages that arrive after the identity's end are not delivered.
  socket.addEventListener("message", ({ data }) => onMessage(data), { signal });
  signal.addEventListener("abort", () => socket.close(), { once: true });
  return socket;
}
