// Makes a session in a shared worker, where none runs, and tells each page that connects what became of it.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const said = [];
console.warn = (...words) => said.push(words.join(" "));
const calls = [{}, { initial: INITIAL }].map((options) => callEveryMember(platformSession, options));
globalThis.onconnect = async ({ ports: [port] }) => port.postMessage([...(await Promise.all(calls)), said]);
