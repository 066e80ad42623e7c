// The package with a defect planted, in what it must say and send, and in what it must not send any more.

const ASKED = { method: "POST" };

/** A request that nobody waits for. */
const beside = (baseUrl, path, options) => {
  fetch(`${baseUrl}${path}`, options).catch(() => {});
};

/** A package that sends one more request for a sign-out, as another tab says that word. */
const signsOutAt = (rule, word) => ({
  caught: [rule],
  plant(_session, { baseUrl }) {
    const channel = new BroadcastChannel(`platform-session:${baseUrl}`);
    channel.onmessage = ({ data }) => {
      if (data.startsWith(word)) beside(baseUrl, "/api/auth/logout", ASKED);
    };
    return {};
  },
});

/** A package from which no tab hears these words. */
const keepsQuiet = (rule, ...words) => ({
  caught: [rule],
  plant() {
    const { prototype } = BroadcastChannel;
    prototype.speaks ??= prototype.postMessage;
    prototype.postMessage = function (data) {
      if (!words.includes(data.split(":")[0])) this.speaks(data);
    };
    return {};
  },
});

/** As in `promises.mjs`. */
export const DUTIES_BROKEN = {
  "keeps a sign-out from the other tabs": keepsQuiet("tells sign-out", "signed-out"),
  "keeps a sign-in from the other tabs": keepsQuiet("tells sign-in", "signed-in"),
  "keeps the end of a sign-out from the other tabs": keepsQuiet("tells end", "sign-out-over"),
  "never signs in": {
    caught: ["patience", "held up"],
    plant: () => ({ login: () => new Promise(() => {}) }),
  },
  "closes without its sign-out": { caught: ["outlives"], plant: () => ({ close() {} }) },
  "closes with two sign-outs": {
    caught: ["twice"],
    plant: (session, { baseUrl }) => ({
      close() {
        session.close();
        beside(baseUrl, "/api/auth/logout", { ...ASKED, keepalive: true });
      },
    }),
  },
  "signs another tab's newcomer out": signsOutAt("unasked", "signed-in"),
  "signs out as the page asks how things are": {
    caught: ["unasked"],
    plant: (session, { baseUrl }) => ({
      refresh(options) {
        const read = session.refresh(options);
        beside(baseUrl, "/api/auth/logout", ASKED);
        return read;
      },
    }),
  },
  "sends a request a third time": {
    caught: ["thrice"],
    plant: (session, { baseUrl }) => ({
      fetch(input, init) {
        if (input.startsWith("/agent-hub-api/"))
          for (let times = 3; times > 0; times--) beside(baseUrl, input);
        return session.fetch(input, init);
      },
    }),
  },
  "asks what a newcomer may do before it knows who that is": {
    caught: ["held"],
    plant(_session, { baseUrl }) {
      const channel = new BroadcastChannel(`platform-session:${baseUrl}`);
      channel.onmessage = ({ data }) => {
        if (data === "signed-in") beside(baseUrl, "/api/auth/permissions");
      };
      return {};
    },
  },
  "says of a failed sign-out that another call has taken its place": {
    caught: ["superseded"],
    plant: (session) => ({
      logout: () =>
        session.logout().catch((error) => {
          const code = error.code === "network" ? "superseded" : error.code;
          throw Object.create(error, { code: { value: code } });
        }),
    }),
  },
};
