// The cookies of an answer (RFC 6265).

import type { Answer } from "./request.js";

export interface Cookie {
  name: string;
  value: string;
  /** By their names in small letters; without a value, the empty text. */
  attributes: Map<string, string>;
}

export const readCookies = ({ headers }: Answer): Cookie[] => headers.getSetCookie().map(readCookie);

export const cookieHeader = (cookies: readonly Cookie[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ");

/** The browser drops it at once. */
export function isCleared({ attributes }: Cookie): boolean {
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  return Date.parse(attributes.get("expires") ?? "") <= Date.now();
}

/** The path that it is sent to: of one without, the folder of the address that set it (RFC 6265, 5.1.4). */
export function pathOf({ attributes }: Cookie, setBy: string): string {
  const path = attributes.get("path") ?? "";
  return path.startsWith("/") ? path : setBy.slice(0, Math.max(1, setBy.lastIndexOf("/")));
}

/** Whether a cookie of that path is sent along to this one (RFC 6265, 5.1.4). */
export const isSentTo = (path: string, asked: string) =>
  asked === path || asked.startsWith(path.endsWith("/") ? path : `${path}/`);

function readCookie(header: string): Cookie {
  const [pair = "", ...rest] = header.split(";");
  const [name, value] = halves(pair);
  return {
    name,
    value,
    attributes: new Map(rest.map(halves).map(([key, text]) => [key.toLowerCase(), text])),
  };
}

function halves(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? [text.trim(), ""] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}
