// Reads an answer of the deployment to its end.

import type { AnswerRecord } from "./record.js";

/** Bodies over this size are refused while they stream; some ten thousand features fit, with room to spare. */
const LIMIT_BYTES = 2 * 1024 * 1024;

/** A JSON MIME type (WHATWG MIME Sniffing). A type that is not there, or empty, counts as one: the API promises JSON. */
const DECLARES_JSON = /^([^;]*[/+]json)?[\t\n\f\r ]*(;|$)/i;

/**
 * An answer that was read to its end. It inherits nothing: a page may have put a `text` on all objects. `text`: as `readAnswer` says.
 * `record`: what its body says, once it was parsed.
 */
export interface Answer {
  __proto__: null;
  response: Response;
  text?: string | undefined;
  record?: AnswerRecord | undefined;
}

/**
 * Returns the response with its text. The text is `undefined` where the body is declared to be something else than JSON, is not
 * UTF-8, or is over the limit. `isOpen`: the body is not read here, but by the page.
 */
export async function readAnswer(
  responding: Response | Promise<Response>,
  isOpen?: boolean,
): Promise<Answer> {
  const response = await responding;
  // A page may have patched `fetch`: what has no headers is no response.
  const type = response.headers.get("content-type") ?? "";
  if (isOpen) return { __proto__: null, response };
  // Where a reader takes an answer from the network, Chromium's network panel shows it as cancelled, though it arrived
  // whole. A clone makes the browser read it into memory; the clone is cancelled at once.
  response
    .clone()
    .body?.cancel()
    .catch(() => {});
  const reader = response.body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await (reader as Reader).read()) {
    bytes += chunk.value.length;
    if (bytes > LIMIT_BYTES) {
      (reader as Reader).cancel().catch(() => {});
      return { __proto__: null, response };
    }
    chunks.push(chunk.value);
  }
  return { __proto__: null, response, text: DECLARES_JSON.test(type) ? decode(chunks) : undefined };
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

function decode(chunks: Uint8Array<ArrayBuffer>[]): string | undefined {
  const decoder = new TextDecoder("utf-8", { __proto__: null, fatal: true });
  try {
    return chunks.map((chunk) => decoder.decode(chunk, { stream: true })).join("") + decoder.decode();
  } catch {
    return undefined;
  }
}
