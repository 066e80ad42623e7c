// Makes a session in a worker, where none runs, and tells the page, or each that connects to a shared one, what became of it.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const said = [];
console.warn = (...words) => said.push(words.join(" "));
const calls = [{}, { initial: INITIAL }].map((options) => callEveryMember(platformSession, options));
const tell = async (port) => port.postMessage([...(await Promise.all(calls)), said]);
globalThis.onconnect = ({ ports: [port] }) => tell(port);
if (typeof DedicatedWorkerGlobalScope !== "undefined") tell(globalThis);
