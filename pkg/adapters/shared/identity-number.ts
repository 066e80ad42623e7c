// Numbers the identities of a session that no engine decides for: one ends as in `src/core/rules/identity.rs`.

import type { User } from "platform-session";

export function createIdentityNumber() {
  let number = 0;
  /** The current identity. */
  let about: number | undefined;
  const end = () => {
    number++;
    about = undefined;
  };
  return {
    /** A sign-out is called, or received. */
    end,
    /** The number with which this user, or `null`, is shown. Another user ends the identity. */
    of(user: Pick<User, "id"> | null) {
      if (user && about !== undefined && user.id !== about) end();
      about = user?.id ?? about;
      return number;
    },
  };
}
