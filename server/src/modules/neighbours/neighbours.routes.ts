import { neighbourAdministration, neighbours } from "@commonlane/contract/neighbours";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  addServer,
  getNeighbourLogo,
  inviteNeighbour,
  listNeighbours,
  previewNeighbour,
  removeNeighbour,
} from "./neighbours.ts";
import type { NeighbourSearches } from "./search-neighbours.ts";

export const neighbourRoutes =
  (searches: NeighbourSearches): RegisterRoutes =>
  (http) => {
    http.on(neighbours.searchRides, (ctx, { query }) => searches.find(ctx, query));
    http.on(neighbours.logo, (ctx, { params }) => getNeighbourLogo(ctx, params.neighbourId));
    http.on(neighbourAdministration.list, (ctx) => listNeighbours(ctx));
    http.on(neighbourAdministration.preview, (ctx, { body }) =>
      previewNeighbour(ctx, body.address),
    );
    http.on(neighbourAdministration.invite, (ctx, { body }) => inviteNeighbour(ctx, body));
    http.on(neighbourAdministration.addServer, (ctx, { body }, by) => addServer(ctx, by.uid, body));
    http.on(neighbourAdministration.remove, (ctx, { params }, by) =>
      removeNeighbour(ctx, by.uid, params.neighbourId),
    );
  };
