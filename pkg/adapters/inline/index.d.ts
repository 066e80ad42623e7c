// `platform-session/inline`: the package with its WebAssembly inside, for tools that do not copy a file that a module names
// with `import.meta.url`. Some 25 kB more in the module, no request for the file.

export * from "../index.js";
