// Makes a session in a worker, where none runs, and tells the page what became of it.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const calls = [{}, { initial: INITIAL }].map((options) => callEveryMember(platformSession, options));
postMessage(await Promise.all(calls));
