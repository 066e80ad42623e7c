// Reads the cookies that an answer sets (RFC 6265).

import type { Answer } from "./request.js";

export interface Cookie {
  name: string;
  value: string;
  /** The attributes by their names in lower case. One without a value is the empty text. */
  attributes: Map<string, string>;
}

export const readCookies = ({ headers }: Answer): Cookie[] => headers.getSetCookie().map(readCookie);

export const cookieHeader = (cookies: readonly Cookie[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** Whether this `Set-Cookie` clears the cookie: the browser drops it at once. */
export function isCleared({ attributes }: Cookie): boolean {
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  return Date.parse(attributes.get("expires") ?? "") <= Date.now();
}

/** Returns the path to which the cookie is sent. Without a `Path`, it is the folder of the address that has set the cookie (RFC 6265, 5.1.4). */
export function pathOf({ attributes }: Cookie, setBy: string): string {
  const path = attributes.get("path") ?? "";
  return path.startsWith("/") ? path : setBy.slice(0, Math.max(1, setBy.lastIndexOf("/")));
}

/** Whether a cookie with the path `path` is sent with a request for `requestPath` (RFC 6265, 5.1.4). */
export const isSentTo = (path: string, requestPath: string) =>
  requestPath === path || requestPath.startsWith(path.endsWith("/") ? path : `${path}/`);

function readCookie(header: string): Cookie {
  const [pair = "", ...rest] = header.split(";");
  const [name, value] = splitAtEquals(pair);
  return {
    name,
    value,
    attributes: new Map(rest.map(splitAtEquals).map(([key, text]) => [key.toLowerCase(), text])),
  };
}

function splitAtEquals(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
