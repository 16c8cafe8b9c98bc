import { savedSearches } from "@commonlane/contract/saved-searches";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  changeSearch,
  listOwnSearches,
  removeSearch,
  restoreSearch,
  saveSearch,
} from "./saved-searches.ts";
import { listPopularRoutes } from "./popular-routes.ts";

export { startAlertConsumer, alertConsumer } from "./alert-consumer.ts";
export { saveSearch } from "./saved-searches.ts";
export { savedSearchSweeps } from "./sweeps.ts";

export const savedSearchRoutes: RegisterRoutes = (http) => {
  http.on(savedSearches.save, (ctx, { body }, owner) => saveSearch(ctx, owner, body));
  http.on(savedSearches.own, (ctx, _, owner) => listOwnSearches(ctx, owner));
  http.on(savedSearches.change, (ctx, { params, body }, owner) =>
    changeSearch(ctx, owner, params.savedSearchId, body),
  );
  http.on(savedSearches.remove, (ctx, { params }, owner) =>
    removeSearch(ctx, owner, params.savedSearchId),
  );
  http.on(savedSearches.restore, (ctx, { params }, owner) =>
    restoreSearch(ctx, owner, params.savedSearchId),
  );
  http.on(savedSearches.popularRoutes, (ctx) => listPopularRoutes(ctx));
};
