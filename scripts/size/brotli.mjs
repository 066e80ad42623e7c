// Brotli at its best, as a deployment that compresses ahead of time serves it.

import { brotliCompressSync, constants } from "node:zlib";

/** Compresses with quality 11. */
export function brotli(contents) {
  return brotliCompressSync(contents, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
    },
  });
}
