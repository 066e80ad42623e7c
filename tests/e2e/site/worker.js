// Creates a session in a worker, where no session runs, and reports the outcomes of its calls to the page, or to each page that connects.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const warnings = [];
console.warn = (...words) => warnings.push(words.join(" "));
const calls = [{}, { initial: INITIAL }].map((options) => callEveryMember(platformSession, options));
const report = async (port) => port.postMessage([...(await Promise.all(calls)), warnings]);
globalThis.onconnect = ({ ports: [port] }) => report(port);
if (typeof DedicatedWorkerGlobalScope !== "undefined") report(globalThis);
