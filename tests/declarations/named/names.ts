// Names the features of a deployment once, for all files of its front end.

declare module "platform-session" {
  interface FeatureNames {
    "chat-history": true;
    "report-analysis": true;
  }
}

export type {};
