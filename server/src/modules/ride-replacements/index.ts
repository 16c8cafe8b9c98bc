import { rideReplacements } from "@commonlane/contract/ride-replacements";
import type { RideIndex } from "#modules/rides/search/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { listReplacements } from "./find-replacements.ts";

export { initReplacementConsumer, replacementConsumer } from "./replacement-consumer.ts";

export const rideReplacementRoutes =
  (index: RideIndex): RegisterRoutes =>
  (http) => {
    http.on(rideReplacements.list, (ctx, { params }, seeker) =>
      listReplacements(ctx, index, seeker, params.requestId),
    );
  };
