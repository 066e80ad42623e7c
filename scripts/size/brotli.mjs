// Compresses with Brotli at its best quality, like a server that compresses its files ahead of time.

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
