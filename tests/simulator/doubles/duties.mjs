// The package with a defect planted, in what it must say and send, and in what it must not send any more.

import { broken } from "./wrap.mjs";

/** A package from which no tab hears these words. */
const keepsQuiet = (rule, ...words) =>
  broken(rule, () => {
    const { prototype } = BroadcastChannel;
    prototype.speaks ??= prototype.postMessage;
    prototype.postMessage = function (data) {
      if (!words.includes(data.split(":")[0])) this.speaks(data);
    };
  });

/** As in `promises.mjs`. */
export const DUTIES_BROKEN = {
  "keeps a sign-out from the other tabs": keepsQuiet("tells sign-out", "signed-out"),
  "keeps the end of a sign-out from the other tabs": keepsQuiet("tells end", "sign-out-over"),
  "closes without its sign-out": broken("outlives", () => ({ close() {} })),
  "says of a failed sign-out that another call has taken its place": broken("superseded", (session) => ({
    logout: () =>
      session.logout().catch((error) => {
        const code = error.code === "network" ? "superseded" : error.code;
        throw Object.create(error, { code: { value: code } });
      }),
  })),
};
