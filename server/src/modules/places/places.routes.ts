import { places } from "@commonlane/contract/places";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Routes } from "#platform/http/route.ts";
import type { Geocoder } from "./geocoder.ts";

export const placeRoutes =
  (geocoder: (ctx: Pick<Context, "db">) => Geocoder): Routes =>
  (http) => {
    http.on(places.predict, async (ctx, { query }) => ({ items: await geocoder(ctx).predict(query) }));
    http.on(places.nearest, async (ctx, { query }) => (await geocoder(ctx).nearest(query)) ?? nowhere());
    http.on(places.one, async (ctx, { params }) => (await geocoder(ctx).find(params.placeId)) ?? nowhere());
  };

function nowhere(): never {
  throw new Problem("not_found");
}
