// The header `cookie` of a request, whichever shape the server gives to requests.

import type { RequestWithHeaders } from "./index.js";

/** What a header can carry. A server that decodes cookies may hand over more. */
const CAN_BE_SENT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The request's cookies in one header value, joined as RFC 6265 has it, without those that no header can carry. */
export const cookieOf = (request: RequestWithHeaders): string =>
  cookiesOf(request)
    .flatMap((cookies) => cookies.split("; "))
    .filter((cookie) => CAN_BE_SENT.test(cookie))
    .join("; ");

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `Request` and its like have `headers.get`; Node's have a plain object. */
function cookiesOf({ headers }: RequestWithHeaders): readonly string[] {
  // Next's `headers()` returns a promise. It has no cookie to read, so every user would seem signed out.
  if (typeof (headers as { then?: unknown })?.then === "function")
    throw new TypeError("headers is a promise: await it first");
  if (typeof headers?.get === "function") return [headers.get("cookie") ?? ""];
  const name = Object.keys(headers ?? {}).find((key) => key.toLowerCase() === "cookie");
  return [(name && (headers as NodeHeaders)[name]) ?? []].flat();
}
