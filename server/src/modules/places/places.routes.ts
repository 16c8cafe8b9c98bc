import { type PlaceQuery, places } from "@commonlane/contract/places";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Routes } from "#platform/http/route.ts";
import { geoNames } from "./places.ts";

export const placeRoutes: Routes = (http) => {
  http.on(places.predict, async (ctx, { query }) => ({ items: await geoNames(ctx).predict(nearHome(ctx, query)) }));
  http.on(places.nearest, async (ctx, { query }) => (await geoNames(ctx).nearest(query)) ?? nowhere());
  http.on(places.one, async (ctx, { params }) => (await geoNames(ctx).find(params.placeId)) ?? nowhere());
};

/** Who does not say where they are is likeliest where their community is. */
const nearHome = ({ settings: { COMMUNITY_REGION: home } }: Context, query: PlaceQuery): PlaceQuery =>
  home && (query.lat === undefined || query.lng === undefined) ? { ...query, lat: home.lat, lng: home.lng } : query;

function nowhere(): never {
  throw new Problem("not_found");
}
