import { SessionProvider } from "platform-session/react";
import { createTestSession } from "platform-session/testing";
import { useState } from "react";

/** Each story has the options of its session in `parameters.session`. */
const WithSession = ({ options, children }) => {
  const [session] = useState(() => createTestSession(options));
  return <SessionProvider session={session}>{children}</SessionProvider>;
};

export default {
  decorators: [
    (Story, { parameters }) => (
      <WithSession options={parameters.session}>
        <Story />
      </WithSession>
    ),
  ],
};
