// Checks the calls that a session answers synchronously, with or without its WebAssembly module.

/** The error codes of `sso.url()` while no module is there to judge a return URL. */
const EARLY = ["not-ready", "wasm-unavailable"];

/** Calls `atLeast` and `sso.url`, and checks what they return. */
export function askAtOnce(world, client, counters) {
  const { session } = client;
  world.check(
    session.atLeast("no-such-role") === false && session.atLeast("") === false,
    "at least",
    "an unknown role",
  );
  if (session.snapshot.user === null)
    world.check(session.atLeast("default") === false, "at least", "no user");
  for (const returnUrl of [undefined, "/reports", "https://elsewhere.example/"]) {
    try {
      const url = session.sso.url(returnUrl === undefined ? undefined : { returnUrl });
      world.check(
        url.startsWith(`${client.deployment.origin}/api/auth/sso/idp/login`) && !url.includes("elsewhere"),
        "return url",
        url,
      );
    } catch (error) {
      const isEarly = !client.works || session.snapshot.status === "unknown";
      const early = EARLY.includes(error.code) && isEarly;
      world.check(early || error.code === "invalid-return-url", "return url", error);
      counters.countCode(error.code);
    }
  }
}
