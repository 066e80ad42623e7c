// `platform-session/inline`: the same package with its WebAssembly inside, for tools that leave a file behind which a
// module names by its address. Some 25 kB more in the module, and no request of its own.

export * from "../index.js";
