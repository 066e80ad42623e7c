// The contract test: requests made from `tests/platform/openapi.json`, sent to the running reference deployment in both
// bearer modes, and their answers held to it.
//
//   node tests/platform/contract.mjs                       the large size
//   node tests/platform/contract.mjs --examples N --seed S

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildPlatform } from "../../scripts/install/platform.mjs";
import { ensurePythonTools, schemathesis } from "../../scripts/install/python.mjs";
import { root } from "../../scripts/run/project.mjs";
import { main, run, StepFailed, step } from "../../scripts/run/run.mjs";
import { setup } from "../../scripts/setup.mjs";
import { ACCOUNTS, PASSWORD } from "../e2e/support/accounts.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";

const LARGE = 1_000;
const FOLDER = join(root, "tests/platform");

/** An account that may do all, and one that may not: so each operation is answered once and refused once. */
const RUNS = [
  { name: "strict", email: ACCOUNTS.root.email, flags: ["--bearer", "strict"] },
  // Half configured, so that single sign-on is unavailable and not merely off.
  { name: "cookie", email: ACCOUNTS.ada.email, flags: ["--bearer", "cookie", "--idp-client-id", "half"] },
];

/** Operations that answer every signed-in user. If they were only refused, the sign-in failed. */
const OPEN_TO_ALL = ["GET /api/auth/permissions", "GET /api/roles", "GET /agent-hub-api/api/agent/list"];

await main(import.meta, async (commandLine) => {
  const number = { type: "string" };
  const { values } = parseArgs({ args: commandLine, options: { examples: number, seed: number } });
  await setup();
  await contract({ examples: Number(values.examples ?? LARGE), seed: Number(values.seed ?? 1) });
});

/** Tries at most so many generated requests an operation, in each phase. Answers with a line that says how many. */
export async function contract({ examples, seed }) {
  await ensurePythonTools();
  process.env.PLATFORM_BIN = await buildPlatform();
  let cases = 0;
  for (const one of RUNS) {
    await step(`The contract, --bearer ${one.name}`, async () => {
      const { generated } = await tryContract(one, { examples, seed });
      cases += generated;
      console.log(`  contract: ${generated} cases tried with --bearer ${one.name} (seed ${seed})`);
    });
  }
  return `contract: ${cases} cases tried in ${RUNS.length} bearer modes, none against it (seed ${seed})`;
}

async function tryContract({ email, flags }, { examples, seed }) {
  const place = mkdtempSync(join(tmpdir(), "platform-contract-"));
  const deployment = await startDeployment({ site: "bare", flags });
  try {
    const report = join(place, "report.json");
    const options = [
      ...["--url", deployment.origin],
      ...["--max-examples", String(examples), "--seed", String(seed)],
      ...["--report", "json", "--report-json-path", report],
      // Other warnings are worth a look, and say nothing against the deployment.
      "--continue-on-failure",
    ];
    const config = ["--config-file", join(FOLDER, "contract/schemathesis.toml"), "--no-color"];
    // Where the tool keeps what it found. It is emptied, so that each run is like the first.
    const env = { CONTRACT_EMAIL: email, CONTRACT_PASSWORD: PASSWORD };
    const command = [...config, "run", join(FOLDER, "openapi.json"), ...options];
    await run(schemathesis, command, { env, cwd: place });
    return judge(JSON.parse(readFileSync(report, "utf8")));
  } finally {
    await deployment.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** A run that left an operation out, or never got in, would pass as well. */
function judge({ operations, test_cases: cases, warnings }) {
  if (operations.tested !== operations.total || cases.generated < operations.total) {
    throw new StepFailed(`The contract: ${operations.tested} of ${operations.total} operations were tried.`);
  }
  const closed = warnings.missing_auth.filter((operation) => OPEN_TO_ALL.includes(operation));
  if (closed.length > 0)
    throw new StepFailed(`The contract: no user was signed in for ${closed.join(", ")}.`);
  return cases;
}
