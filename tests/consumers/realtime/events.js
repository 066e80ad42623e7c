/** Events of the server for the user of this identity. Returns what ends them sooner. */
export function listenTo(url, { signal }, onEvent) {
  if (signal.aborted) return () => {};
  const source = new EventSource(url, { withCredentials: true });
  const end = () => source.close();
  source.addEventListener("message", ({ data }) => onEvent(data));
  signal.addEventListener("abort", end, { once: true });
  return () => {
    signal.removeEventListener("abort", end);
    end();
  };
}
