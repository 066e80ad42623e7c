// A deployment that names its features, once, for the whole of its front end.

declare module "platform-session" {
  interface FeatureNames {
    "chat-history": true;
    "report-analysis": true;
  }
}

export type {};
