// What a server does with a session, member by member. To be run by Node with an origin as its argument; says it as JSON.
import { callEveryMember, INITIAL } from "./every-member.mjs";
import * as platformSession from "./pkg/index.js";

const baseUrl = process.argv[2];
// One that is not closed: the process ends all the same.
platformSession.createSession({ baseUrl, revalidate: { intervalMs: 1_000 } }).subscribe(() => {});
const given = [{ baseUrl }, { baseUrl, initial: INITIAL }, undefined];
const told = await Promise.all(given.map((options) => callEveryMember(platformSession, options)));
process.stdout.write(JSON.stringify(told));
