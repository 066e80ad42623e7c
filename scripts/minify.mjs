// The last step of every JavaScript file that is shipped.

/** Minifies what esbuild has made, which saves some more. Assumes nothing that the language does not promise. */
export async function minifyModule(source) {
  // Here and not above: this file is loaded before the npm packages are installed.
  const { minify } = await import("terser");
  const { code } = await minify(source, {
    module: true,
    toplevel: true,
    ecma: 2022,
    compress: { passes: 3 },
    format: { comments: false },
  });
  return code;
}
