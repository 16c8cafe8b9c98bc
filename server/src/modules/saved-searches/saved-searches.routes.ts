import { savedSearches } from "@commonlane/contract/saved-searches";
import type { Routes } from "#platform/http/route.ts";
import { changeSearch, ownSearches, removeSearch, restoreSearch, saveSearch } from "./saved-searches.ts";
import { wantedWays } from "./wanted-ways.ts";

export const savedSearchRoutes: Routes = (http) => {
  http.on(savedSearches.save, (ctx, { body }, owner) => saveSearch(ctx, owner, body));
  http.on(savedSearches.own, (ctx, _, owner) => ownSearches(ctx, owner));
  http.on(savedSearches.change, (ctx, { params, body }, owner) => changeSearch(ctx, owner, params.savedSearchId, body));
  http.on(savedSearches.remove, (ctx, { params }, owner) => removeSearch(ctx, owner, params.savedSearchId));
  http.on(savedSearches.restore, (ctx, { params }, owner) => restoreSearch(ctx, owner, params.savedSearchId));
  http.on(savedSearches.wantedWays, (ctx) => wantedWays(ctx));
};
