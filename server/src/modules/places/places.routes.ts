import { places } from "@commonlane/contract/places";
import { Problem } from "#platform/http/problem.ts";
import type { Routes } from "#platform/http/route.ts";
import { geoNames } from "./places.ts";

export const placeRoutes: Routes = (http) => {
  http.on(places.predict, async (ctx, { query }) => ({ items: await geoNames(ctx).predict(query) }));
  http.on(places.nearest, async (ctx, { query }) => (await geoNames(ctx).nearest(query)) ?? nowhere());
  http.on(places.one, async (ctx, { params }) => (await geoNames(ctx).find(params.placeId)) ?? nowhere());
};

function nowhere(): never {
  throw new Problem("not_found");
}
