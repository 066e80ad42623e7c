/** The accounts that the reference deployment makes for itself (`tests/platform/README.md`). */
export const ACCOUNTS = {
  ada: { email: "ada@example.com", role: "default", active: true },
  grace: { email: "grace@example.com", role: "expert", active: true },
  root: { email: "root@example.com", role: "administrator", active: true },
  mallory: { email: "mallory@example.com", role: "default", active: false },
};

/** The password of every account. */
export const PASSWORD = "correct horse battery staple";

/** Returns the argument of `login()` for the account of this name. */
export const credentialsOf = (name) => ({ email: ACCOUNTS[name].email, password: PASSWORD });
