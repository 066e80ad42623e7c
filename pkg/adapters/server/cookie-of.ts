// The header `cookie` of a request, from the request objects of different servers.

import type { RequestWithHeaders } from "./index.js";

/** Matches a text that a header can carry. A server that decodes cookies may hand over other characters. */
const CAN_BE_SENT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Returns the request's cookies as one header value (RFC 6265), without cookies that a header cannot carry. */
export const cookieOf = (request: RequestWithHeaders): string =>
  cookiesOf(request)
    .flatMap((cookies) => cookies.split("; "))
    .filter((cookie) => CAN_BE_SENT.test(cookie))
    .join("; ");

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the values of the header. A `Request` and similar objects have `headers.get`; the headers of Node's requests are a plain object. */
function cookiesOf({ headers }: RequestWithHeaders): readonly string[] {
  // Next's `headers()` returns a promise. Without this check no cookie would be found in it, and every user would seem signed out.
  if (typeof (headers as { then?: unknown })?.then === "function")
    throw new TypeError("headers is a promise: await it first");
  if (typeof headers?.get === "function") return [headers.get("cookie") ?? ""];
  const name = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === "cookie");
  return [(name && (headers as NodeHeaders)[name]) ?? []].flat();
}
