// What runs in a page of a browser: the built package's judge, with that browser's own `URL`.

/** Opens the judging page of an engine: `judge(raws)` gives a text with a sign for each input and deployment. */
export async function openJudge(engine, site, table) {
  const page = await engine.open(`${site}/bare.html?idle`);
  await page.evaluate(startSessions, table);
  return { judge: (raws) => page.evaluate(judge, raws), close: () => page.close() };
}

/** One session a deployment. None is there: their reads are refused by the page's policy, but their judges run. */
async function startSessions({ deployments, allowedOrigins }) {
  const { platformSession } = await new Promise((resolve) => {
    const look = () => (globalThis.bare ? resolve(globalThis.bare) : setTimeout(look, 20));
    look();
  });
  globalThis.judges = deployments.map((baseUrl) => {
    const session = platformSession.createSession({ baseUrl, allowedOrigins, tabs: false });
    return { origin: baseUrl, known: [baseUrl, ...allowedOrigins], url: session.sso.url };
  });
  const runs = ({ url }) => {
    try {
      return url({ returnUrl: "/" }) !== "";
    } catch (error) {
      if (error.code !== "not-ready") throw error;
      return false;
    }
  };
  while (!globalThis.judges.every(runs)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/**
 * "1" where it is let through, "0" where it is refused; "!" where what is let through leads elsewhere in this browser, or
 * is not sent as it was written, or where anything else than a refusal is thrown.
 */
function judge(raws) {
  const leads = (text, origin) => {
    try {
      return new URL(text, origin);
    } catch {
      return null;
    }
  };
  const verdict = (raw, { origin, known, url }) => {
    let address;
    try {
      address = url({ returnUrl: raw });
    } catch (error) {
      return error.code === "invalid-return-url" ? "0" : "!";
    }
    const target = leads(raw, origin);
    const path = leads(target?.pathname ?? "", origin);
    const honest =
      known.includes(target?.origin) &&
      target.username + target.password === "" &&
      path?.origin === origin &&
      new URL(address).searchParams.get("return_url") === raw &&
      new URL(address).origin === origin;
    return honest ? "1" : "!";
  };
  return raws.map((raw) => globalThis.judges.map((place) => verdict(raw, place)).join("")).join(",");
}
