// Numbers the identities of a session that has no engine. An identity ends by the rules of `src/core/rules/identity.rs`.

import type { User } from "platform-session";

export function createIdentityNumber() {
  let number = 0;
  /** The id of the current identity's user; `undefined` until a user was shown in it. */
  let userId: number | undefined;
  const end = () => {
    number++;
    userId = undefined;
  };
  return {
    /** Ends the identity: a sign-out was called in this tab or in another one. */
    end,
    /** Returns the number of the identity in which this user, or none (`null`), is shown. A user with another id begins a new identity. */
    of(user: Pick<User, "id"> | null) {
      if (user && userId !== undefined && user.id !== userId) end();
      userId = user?.id ?? userId;
      return number;
    },
  };
}
