// The texts that a hunt looks for, and the texts of the wire that it looks into.

import { LOGIN, LOGOUT, SESSION } from "./identity-api.mjs";

/** Returns the texts that went over the wire and in which a canary of this kind must not be. */
export function wireTexts({ exchanges }, kind) {
  const texts = {};
  const add = (place, text) => {
    texts[place] = `${texts[place] ?? ""}${text}\n`;
  };
  for (const { method, url, headers, body, answerHeaders, answer } of exchanges) {
    const signsIn = method === "POST" && url === LOGIN;
    add("request lines", url);
    for (const [name, value] of pairs(headers)) {
      // Cookies are searched where they come from: in answers, and in `document.cookie`.
      const belongs = name === "authorization" && kind === "token" && mayCarryTheToken(url);
      if (name !== "cookie" && !belongs) add("request headers", `${name}: ${value}`);
    }
    if (!(signsIn && kind === "password")) add("request bodies", body);
    for (const [name, value] of pairs(answerHeaders)) {
      if (!(signsIn && name === "set-cookie" && kind === "token")) add("answer headers", `${name}: ${value}`);
    }
    if (!(signsIn && kind === "token")) add("answer bodies", answer);
  }
  return Object.entries(texts);
}

/** Whether a request to this address may carry the token: not one that reads or changes the session (`docs/design.md`). */
function mayCarryTheToken(url) {
  const [path] = url.split("?");
  const withoutIt = [SESSION, LOGIN, LOGOUT].includes(path) || path.startsWith("/api/auth/sso/");
  return !withoutIt && /^\/(api|agent-hub-api|networks-api|data-api)\//.test(path);
}

const pairs = (raw) =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at].toLowerCase(), raw[2 * at + 1]]);

const PIECE = 8;

/** Returns pieces of the text: any 15 characters of it in a row contain one of them. */
export function piecesOf(text) {
  const pieces = [];
  for (let at = 0; at + PIECE <= text.length; at += PIECE) pieces.push(text.slice(at, at + PIECE));
  return pieces;
}

/** Returns such pieces of the text as it is, and of the text in base64. */
export const disguisedPiecesOf = (text) => [...new Set([...piecesOf(text), ...base64PiecesOf(text)])];

/** Returns pieces of the text in base64, for each of the three places at which it may begin among the encoded bytes. */
function base64PiecesOf(text) {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.from("\0".repeat(shift) + text);
    // The first and the last characters depend on what is beside the text.
    return ["base64", "base64url"].flatMap((alphabet) => piecesOf(bytes.toString(alphabet).slice(4, -4)));
  });
}
