// One request, with exactly the headers that it is given. Nothing is followed, nothing is cached, and it always ends.

import http from "node:http";
import https from "node:https";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { readAnswer } from "../entry/answer.js";
import { parse } from "../entry/json-value.js";

const LIMIT_BYTES = 32 * 1024 * 1024;

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Uncompressed. */
  body: Uint8Array<ArrayBuffer>;
}

/** No answer came. Its message goes on after "the server": like `request`, it quotes nothing that was sent but the path. */
export class NoAnswer extends Error {
  readonly request: string;

  constructor(request: string, why: string) {
    super(why);
    this.request = request;
  }
}

/** Sends it. Rejects with a `NoAnswer`. */
export async function send(url: URL, asked: Asked, timeoutMs: number, over: AbortSignal): Promise<Answer> {
  const { method = "GET", headers = {}, body } = asked;
  const request = `${method} ${url.pathname}`;
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([late, over]);
  const framing = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  try {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const { request: begin } = url.protocol === "https:" ? https : http;
      const sent = begin(url, { method, headers: { ...headers, ...framing }, agent: false, signal });
      // Node tells of an answer 101 by no other event.
      const closed = () => reject(Object.assign(new Error(), { code: "ECONNRESET" }));
      sent.on("error", reject).on("response", resolve).on("close", closed).end(body);
    });
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: await bodyOf(answer) };
  } catch (error) {
    if (late.aborted) throw new NoAnswer(request, `does not answer within ${timeoutMs / 1000} s`);
    if (over.aborted) throw new NoAnswer(request, "was not asked to its end: the command was interrupted");
    throw new NoAnswer(request, reasonOf(error));
  }
}

/** The JSON of an answer, as the package reads it; `undefined` where there is none. */
export async function jsonOf({ headers, body }: Answer): Promise<unknown> {
  const type = headers.get("content-type");
  const response = new Response(body, type === null ? {} : { headers: { "content-type": type } });
  // With a body of bytes and no type, there is none.
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

/** Why no answer came, told from Node's codes: its messages quote addresses. */
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
