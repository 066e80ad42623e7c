// `platform-session/inline`: the package with its WebAssembly inside the module, for tools that do not copy a file that a module
// names with `import.meta.url`. The module is some 25 kB larger, and the file is not requested.

export * from "../index.js";
