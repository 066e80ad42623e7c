// The cookie of a request, whatever the server calls a request.

/** `Request` and its like have `headers.get`; Node's have a plain object. Joined as RFC 6265 has it. */
export function cookieOf({ headers }) {
  if (typeof headers?.get === "function") return headers.get("cookie") ?? "";
  const name = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === "cookie");
  return [(name && headers[name]) ?? []].flat().join("; ");
}
