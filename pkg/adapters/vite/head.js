// The head's lines of a built page (docs/deploying.md). Their second one, of the modules, comes from Vite.

const SESSION = "/api/auth/session";
const WASM = "platform_session_bg.wasm";
const WASM_TYPE = "application/wasm";

/**
 * As tags for Vite: those that the page lacks. None where no script of the page imports the package as it starts. `entries`:
 * the ids of the package's module, and of the one with the WebAssembly inside.
 */
export function headOf(html, { path, bundle, chunk }, config, entries) {
  const modules = chunk ? modulesOf(chunk, bundle) : [];
  const [plain, inline] = entries.map((id) => modules.includes(id));
  if (!plain && !inline) return [];
  const has = (text) => linksOf(html).some((link) => link.includes(text));
  const tags = [];
  // It leaves first: Vite's own tags are at the end of the head.
  if (!has(SESSION)) tags.push(preload("head-prepend", { crossorigin: "use-credentials", href: SESSION }));
  const wasm = encodeURI(Object.values(bundle).find(isWasm)?.fileName ?? "");
  // Not there: Vite has put it into the script. The module with the WebAssembly inside imports the other.
  if (!inline && wasm && !has(WASM_TYPE)) {
    const attributes = { type: WASM_TYPE, crossorigin: true, fetchpriority: "low" };
    tags.push(preload("head", { ...attributes, href: addressOf(wasm, path, config) }));
  }
  return tags;
}

const preload = (injectTo, attributes) => ({
  tag: "link",
  attrs: { rel: "preload", as: "fetch", ...attributes },
  injectTo,
});

/** Of the chunk, and of those that it imports; not of those that it imports when it needs them. */
function modulesOf(first, bundle) {
  const chunks = new Set([first]);
  for (const { imports } of chunks) {
    for (const name of imports) if (bundle[name]?.type === "chunk") chunks.add(bundle[name]);
  }
  return [...chunks].flatMap(({ moduleIds }) => moduleIds);
}

/** By the name that it had: it may be built under any other. `name` is that of Rollup before 4.20. */
const isWasm = ({ type, names, name }) =>
  type === "asset" && [...(names ?? []), name].some((each) => each?.endsWith(WASM));

const linksOf = (html) => html.replaceAll(/<!--[\s\S]*?-->/g, "").match(/<link\b[^>]*>/gi) ?? [];

/** As Vite addresses its own files in this page. */
function addressOf(file, path, { base, experimental }) {
  const page = path.slice(1);
  const toPage = "../".repeat(page.split("/").length - 1) || "./";
  const kind = { type: "asset", hostId: page, hostType: "html", ssr: false };
  const given = experimental?.renderBuiltUrl?.(file, kind);
  if (typeof given === "string") return given;
  const isRelative = given?.relative ?? (base === "" || base === "./");
  return (isRelative ? toPage : base) + file;
}
