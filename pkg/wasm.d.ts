// `platform-session/wasm`: the WebAssembly file, for tools that give the address of a file that is imported
// (`import address from "platform-session/wasm?url"` in Vite), to pass as `createSession({ wasm })` or to preload.

declare const address: string;
export default address;
