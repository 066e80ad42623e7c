// Checks the package's files as the page's server sends them: type, compression, and whether they are readable.

import { type Finding, judge, right, unchecked, warning, wrong } from "../finding.js";
import { printable } from "../printable.js";
import type { Answer } from "../request.js";
import type { Opened } from "./opened.js";
import { shapeOf } from "./session.js";

const JAVASCRIPT = /^(?:text|application)\/(?:javascript|ecmascript|x-javascript)\b/i;
/** Below this size, compression saves almost nothing. */
const COMPRESS_FROM_BYTES = 1024;
/** The first bytes of every WebAssembly file. */
const MAGIC = [0x00, 0x61, 0x73, 0x6d];

export async function* files({ deployment, page, files: found }: Opened): AsyncGenerator<Finding> {
  const { entry, wasm } = found;
  if (!entry && !wasm) {
    yield unchecked(
      "no-package",
      "The package's files are not looked at: no script of the page names platform_session_bg.wasm. It may be inlined, or loaded later.",
    );
    return;
  }
  if (entry) {
    const type = entry.answer.headers.get("content-type") ?? "";
    yield judge(
      JAVASCRIPT.test(type),
      right("entry-type", "The module with the package comes as JavaScript."),
      wrong(
        "entry-type",
        `The module with the package comes as ${type ? printable(type) : "no type"}: browsers do not run it.`,
        "Send Content-Type: text/javascript.",
      ),
    );
    yield ofCompression("entry", "The module with the package", entry.answer);
  }
  if (!wasm) return;
  const answer = await deployment.get(wasm, { origin: page.address.origin });
  const type = (answer.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (answer.status !== 200 || !MAGIC.every((byte, index) => answer.body[index] === byte)) {
    yield wrong(
      "wasm",
      `The WebAssembly is answered ${shapeOf(answer)}, and is no WebAssembly.`,
      "Serve platform_session_bg.wasm where the module names it (docs/bundlers.md, When the file does not come).",
    );
    return;
  }
  if (type === "text/html")
    yield wrong(
      "wasm-type",
      "The WebAssembly comes as text/html: the package refuses it.",
      "Send Content-Type: application/wasm.",
    );
  else
    yield judge(
      type === "application/wasm",
      right("wasm-type", "The WebAssembly comes as application/wasm."),
      warning(
        "wasm-type",
        `The WebAssembly comes as ${printable(type) || "no type"}.`,
        "Send Content-Type: application/wasm.",
      ),
    );
  yield ofCompression("wasm", "The WebAssembly", answer);
  const allowed = answer.headers.get("access-control-allow-origin");
  if (wasm.origin !== page.address.origin && allowed !== "*" && allowed !== page.address.origin)
    yield wrong(
      "wasm-cors",
      "The WebAssembly is on another origin, which does not allow the page to read it.",
      `Send Access-Control-Allow-Origin: ${page.address.origin} with it.`,
    );
}

function ofCompression(name: string, what: string, { headers, body }: Answer): Finding {
  const encoding = headers.get("content-encoding");
  return judge(
    encoding !== null || body.length < COMPRESS_FROM_BYTES,
    right(`${name}-compression`, `${what} comes compressed.`),
    warning(
      `${name}-compression`,
      `${what} comes uncompressed, ${Math.round(body.length / 1024)} KB.`,
      "Compress it, best ahead of time, with Brotli.",
    ),
  );
}
