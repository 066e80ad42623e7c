const target = process.env.PLATFORM_ORIGIN ?? "http://127.0.0.1:8787";

export default {
  "^/(api|agent-hub-api|networks-api|data-api)/": { target },
};
