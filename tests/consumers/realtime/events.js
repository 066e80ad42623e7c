/** Listens to the server's events until the identity ends. Returns a function that ends this earlier. */
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
