// Numbers the identities of a session that has no engine. An identity ends by the rules of `src/core/rules/identity.rs`.

import type { User } from "platform-session";

export function createIdentityNumber() {
  let number = 0;
  /** The id of the current identity's user, once one was shown. */
  let about: number | undefined;
  const end = () => {
    number++;
    about = undefined;
  };
  return {
    /** Ends the identity: a sign-out is called, or another tab tells of one. */
    end,
    /** Returns the number of the identity with which this user, or `null`, is shown. Another user ends the identity before. */
    of(user: Pick<User, "id"> | null) {
      if (user && about !== undefined && user.id !== about) end();
      about = user?.id ?? about;
      return number;
    },
  };
}
