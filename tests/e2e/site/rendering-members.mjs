// Calls every member of a session on a server, and prints the outcomes as JSON. Run by Node with an origin as its argument.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const baseUrl = process.argv[2];
// This session is never closed, and must not keep the process alive.
platformSession.createSession({ baseUrl, revalidate: { intervalMs: 1_000 } }).subscribe(() => {});
const given = [{ baseUrl }, { baseUrl, initial: INITIAL }, undefined];
const reports = await Promise.all(given.map((options) => callEveryMember(platformSession, options)));
process.stdout.write(JSON.stringify(reports));
