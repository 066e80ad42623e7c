// Reads a response of the deployment, with its whole body.

import type { AnswerRecord } from "./record.js";

/** A larger body is refused while it arrives. A list of ten thousand features is smaller. */
const LIMIT_BYTES = 2 * 1024 * 1024;

/** Matches a `Content-Type` of JSON (WHATWG MIME Sniffing), and a missing or empty one: the Identity API promises JSON. */
const DECLARES_JSON = /^([^;]*[/+]json)?[\t\n\f\r ]*(;|$)/i;

/** A response and its body. The object inherits nothing: a page may have put a `text` on `Object.prototype`. */
export interface Answer {
  __proto__: null;
  response: Response;
  /** The body, as `readAnswer` says. */
  text?: string | undefined;
  /** The values that were read from the body (`record.ts`). */
  record?: AnswerRecord | undefined;
}

/**
 * Returns the response with its body as a text. The text is `undefined` if the body is declared to be something else than JSON, is not
 * UTF-8, or is over the limit. `pageReadsBody`: the body is left to the page.
 */
export async function readAnswer(
  pendingResponse: Response | Promise<Response>,
  pageReadsBody?: boolean,
): Promise<Answer> {
  const response = await pendingResponse;
  // Throws if there are no headers: a `fetch` that the page has replaced may return something else than a response.
  const type = response.headers.get("content-type") ?? "";
  if (pageReadsBody) return { __proto__: null, response };
  // Chromium's network panel shows a response as cancelled when a reader takes it from the network, even a whole one. A clone makes
  // the browser read the response into memory; the clone itself is not needed.
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
