// Sends one request with exactly the given headers. It follows no redirect, uses no cache, and always ends within a time limit.

import http from "node:http";
import https from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { readAnswer } from "../entry/answer.js";
import { parse } from "../entry/json-value.js";

const LIMIT_BYTES = 32 * 1024 * 1024;

export interface RequestParts {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The body, decompressed. */
  body: Uint8Array<ArrayBuffer>;
}

/**
 * No answer came. The message continues a sentence that begins with "the server" or "the deployment". It contains nothing of the request but the
 * path, because headers and body may hold secrets.
 */
export class NoAnswer extends Error {
  /** The method and the path of the request. */
  readonly request: string;

  constructor(request: string, why: string) {
    super(why);
    this.request = request;
  }
}

/** Sends a request. Rejects with a `NoAnswer`. `interrupted` aborts when the command is interrupted. */
export async function send(
  url: URL,
  { method = "GET", headers = {}, body }: RequestParts,
  timeoutMs: number,
  interrupted: AbortSignal,
): Promise<Answer> {
  const request = `${method} ${url.pathname}`;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, interrupted]);
  const framing = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const { request: createRequest } = url.protocol === "https:" ? https : http;
      const sent = createRequest(url, { method, headers: { ...headers, ...framing }, agent: false, signal });
      // After an answer with the status 101, "close" is the only event.
      const onClose = () => reject(Object.assign(new Error(), { code: "ECONNRESET" }));
      sent.on("error", reject).on("response", resolve).on("close", onClose).end(body);
    });
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: await bodyOf(answer) };
  } catch (error) {
    if (timeout.aborted) throw new NoAnswer(request, `does not answer within ${timeoutMs / 1000} s`);
    if (interrupted.aborted)
      throw new NoAnswer(request, "was not asked to its end: the command was interrupted");
    throw new NoAnswer(request, reasonOf(error));
  }
}

/** Returns the JSON of an answer, as the package reads it; `undefined` where the body is no JSON. */
export async function jsonOf({ headers, body }: Answer): Promise<unknown> {
  const type = headers.get("content-type");
  const response = new Response(body, type === null ? {} : { headers: { "content-type": type } });
  // A `Response` made of bytes has no `Content-Type` of its own, so that of the answer is set, if there is one.
  return parse((await readAnswer(response)).text);
}

function headersOf({ rawHeaders }: http.IncomingMessage): Headers {
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] as string, rawHeaders[index + 1] as string);
  return headers;
}

async function bodyOf(answer: http.IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LIMIT_BYTES) throw Object.assign(new Error(), { code: "TOO_LARGE" });
  }
  return new Uint8Array(decompress(Buffer.concat(chunks), answer.headers["content-encoding"]));
}

function decompress(sent: Buffer, encoding = "identity"): Buffer {
  const limits = { maxOutputLength: LIMIT_BYTES };
  try {
    if (sent.length === 0) return sent;
    if (encoding === "br") return brotliDecompressSync(sent, limits);
    if (encoding === "gzip") return gunzipSync(sent, limits);
    return encoding === "deflate" ? inflateSync(sent, limits) : sent;
  } catch {
    throw Object.assign(new Error(), { code: "BAD_ENCODING" });
  }
}

/** Returns why no answer came, from Node's error code. Node's messages are not used, because they contain addresses. */
function reasonOf(error: unknown): string {
  const { code = "", errors } = error as { code?: string; errors?: { code?: string }[] };
  const cause = code || (errors?.[0]?.code ?? "");
  const known: Record<string, string> = {
    ECONNREFUSED: "refuses the connection: nothing listens there",
    ENOTFOUND: "has no address: its name is not known",
    EAI_AGAIN: "has no address: names cannot be looked up just now",
    ECONNRESET: "closes the connection before its answer is whole",
    HPE_INVALID_CONSTANT: "does not speak HTTP",
    EPROTO: "does not speak TLS as expected: is it http, not https?",
    ERR_SSL_WRONG_VERSION_NUMBER: "does not speak TLS: is it http, not https?",
    CERT_HAS_EXPIRED: "has a certificate that has expired",
    ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name",
    TOO_LARGE: "sends more than 32 MB",
    BAD_ENCODING: "sends a body that its Content-Encoding does not decode",
  };
  if (known[cause]) return known[cause];
  if (/CERT|SIGNED|SIGNATURE|VERIFY/.test(cause))
    return `has a certificate that this machine does not trust (${cause}): NODE_EXTRA_CA_CERTS names the authority's file`;
  return `cannot be reached${cause && ` (${cause})`}`;
}
