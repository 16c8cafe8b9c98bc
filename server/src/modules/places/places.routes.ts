import { type PlaceQuery, places } from "@commonlane/contract/places";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Routes } from "#platform/http/route.ts";
import type { Geocoder } from "./geocoder.ts";

export const placeRoutes =
  (geocoder: (ctx: Pick<Context, "db">) => Geocoder): Routes =>
  (http) => {
    http.on(places.predict, async (ctx, { query }) => ({ items: await geocoder(ctx).predict(nearHome(ctx, query)) }));
    http.on(places.nearest, async (ctx, { query }) => (await geocoder(ctx).nearest(query)) ?? nowhere());
    http.on(places.one, async (ctx, { params }) => (await geocoder(ctx).find(params.placeId)) ?? nowhere());
  };

/** Who does not say where they are is likeliest where their community is. */
const nearHome = ({ settings: { COMMUNITY_REGION: home } }: Context, query: PlaceQuery): PlaceQuery =>
  home && (query.lat === undefined || query.lng === undefined) ? { ...query, lat: home.lat, lng: home.lng } : query;

function nowhere(): never {
  throw new Problem("not_found");
}
