// Starts the server in front of the reference deployment.

import { fileURLToPath } from "node:url";
import { startServer } from "./server.mjs";

const baseUrl = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";
const installed = fileURLToPath(new URL(".", import.meta.resolve("platform-session/package.json")));
const server = await startServer({ baseUrl, installed, port: Number(process.env.PORT ?? 5173) });
console.log(`http://127.0.0.1:${server.address().port}/`);
