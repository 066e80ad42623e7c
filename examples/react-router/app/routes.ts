import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("sign-in", "routes/sign-in.tsx"),
  route("handed-on", "routes/handed-on.ts"),
  layout("routes/signed-in.tsx", [
    route("reports", "routes/reports.tsx"),
    route("agents", "routes/agents.tsx"),
  ]),
] satisfies RouteConfig;
