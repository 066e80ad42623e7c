// A deployment that names its features and roles, once, for the whole of its front end.

declare module "platform-session" {
  interface FeatureNames {
    "chat-history": true;
    "report-analysis": true;
  }
  interface RoleNames {
    default: true;
    expert: true;
  }
}

export type {};
