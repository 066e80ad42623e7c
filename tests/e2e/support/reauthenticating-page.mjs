import { credentialsOf } from "./accounts.mjs";
import { openBare, signIn } from "./bare-page.mjs";

/**
 * Opens a page signed in to this account, with a `reauthenticate` that counts how often it was `asked` and signs the user in again.
 * `before` as for `openBare`.
 */
export async function openReauthenticating(context, deployment, before, name = "ada") {
  const page = await openBare(context, deployment, { idle: true, before });
  await page.evaluate((credentials) => {
    globalThis.asked = 0;
    const reauthenticate = async (given) => {
      asked += 1;
      await given.login(credentials);
    };
    globalThis.seen = bare.start({ reauthenticate });
    globalThis.session = seen.session;
  }, credentialsOf(name));
  await signIn(page, name);
  return page;
}
