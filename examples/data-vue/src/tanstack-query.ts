import { QueryClient } from "@tanstack/vue-query";
import { session } from "./session";

export const queryClient = new QueryClient();

session.addEventListener("identity-ended", () => queryClient.clear());
