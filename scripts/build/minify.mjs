// The last step of every JavaScript file that is shipped.

/**
 * Minifies what esbuild has made, which saves some more. Assumes only that nobody calls `new` on a `function` expression:
 * these become arrow functions. `map`: the source map of `source`, to be carried on.
 */
export async function minifyModule(source, map = undefined) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { minify } = await import("terser");
  return await minify(source, {
    module: true,
    toplevel: true,
    ecma: 2022,
    // These gave the fewest bytes after Brotli.
    compress: {
      passes: 3,
      unsafe_arrows: true,
      inline: 1,
      lhs_constants: false,
      sequences: false,
      hoist_funs: true,
    },
    format: { comments: false },
    sourceMap: map && { content: map, includeSources: true },
  });
}
