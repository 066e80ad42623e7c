import { useQueryCache } from "@pinia/colada";
import type { Pinia } from "pinia";
import { session } from "./session";

/** Empties its queries when an identity ends. Call it after `app.use(PiniaColada)`. */
export function emptyQueriesOf(pinia: Pinia) {
  const cache = useQueryCache(pinia);
  session.addEventListener("identity-ended", () => {
    // Not `remove`: what unmounts later would take the next person's query out of the cache.
    for (const query of cache.getEntries()) {
      query.placeholderData = null;
      cache.setEntryState(query, { status: "pending", data: undefined, error: null });
      cache.invalidate(query);
    }
  });
}
