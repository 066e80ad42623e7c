// `npm start` and `npm run site`, where another program listens at their address.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { it } from "node:test";
import { StepFailed } from "../../scripts/run/run.mjs";
import { refuseTakenAddress } from "../../scripts/run/taken-address.mjs";

it("A taken address is refused with the command that chooses another; a free one stays free", async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${server.address().port}`;
  await assert.rejects(refuseTakenAddress(address, "npm run site -- --port 9000"), {
    constructor: StepFailed,
    message: `${address} is taken: choose another with "npm run site -- --port 9000".`,
  });
  await new Promise((resolve) => server.close(resolve));
  await refuseTakenAddress(address, "npm start");
  await refuseTakenAddress(address, "npm start");
});
