// Runs the built package's judge in a page, where it uses the URL parser of that browser.

/** Opens a page in an engine. Its `judge(raws)` returns the signs of all inputs, separated by commas, each with one for every deployment. */
export async function openJudge(engine, site, table) {
  const page = await engine.open(`${site}/bare.html?idle`);
  await page.evaluate(startSessions, table);
  return { judge: (raws) => page.evaluate(judge, raws), close: () => page.close() };
}

/** Creates a session for each deployment. No deployment runs: the page's policy blocks their requests, but a session needs none to judge. */
async function startSessions({ deployments, allowedOrigins }) {
  const { platformSession } = await new Promise((resolve) => {
    const poll = () => (globalThis.bare ? resolve(globalThis.bare) : setTimeout(poll, 20));
    poll();
  });
  globalThis.judges = deployments.map((baseUrl) => {
    const session = platformSession.createSession({ baseUrl, allowedOrigins, tabs: false });
    return { origin: baseUrl, allowed: [baseUrl, ...allowedOrigins], url: session.sso.url };
  });
  const isReady = ({ url }) => {
    try {
      return url({ returnUrl: "/" }) !== "";
    } catch (error) {
      if (error.code !== "not-ready") throw error;
      return false;
    }
  };
  while (!globalThis.judges.every(isReady)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * Returns a sign for each input and deployment: "1" where the input is allowed, "0" where it is refused. "!" is a fault: this browser
 * reads an allowed input at another origin, the input is not sent as it was written, or the judge throws another error.
 */
function judge(raws) {
  const resolved = (text, origin) => {
    try {
      return new URL(text, origin);
    } catch {
      return null;
    }
  };
  const verdict = (raw, { origin, allowed, url }) => {
    let address;
    try {
      address = url({ returnUrl: raw });
    } catch (error) {
      return error.code === "invalid-return-url" ? "0" : "!";
    }
    const target = resolved(raw, origin);
    const path = resolved(target?.pathname ?? "", origin);
    const isRight =
      allowed.includes(target?.origin) &&
      target.username + target.password === "" &&
      path?.origin === origin &&
      new URL(address).searchParams.get("return_url") === raw &&
      new URL(address).origin === origin;
    return isRight ? "1" : "!";
  };
  return raws.map((raw) => globalThis.judges.map((judge) => verdict(raw, judge)).join("")).join(",");
}
