import { Reports } from "./reports.jsx";

export default { title: "Reports", component: Reports };

export const SignedIn = {
  parameters: { session: { user: { name: "Ada" }, features: ["report-analysis"] } },
};

export const WithoutTheFeature = {
  parameters: { session: { user: { name: "Ada" } } },
};

export const NobodyKnown = {
  parameters: { session: { status: "unknown" } },
};
