import { rescue } from "@commonlane/contract/rescue";
import type { RideIndex } from "#modules/rides/index.ts";
import type { Routes } from "#platform/http/route.ts";
import { replacementsFor } from "./replacements.ts";

export const rescueRoutes =
  (index: RideIndex): Routes =>
  (http) => {
    http.on(rescue.replacements, (ctx, { params }, seeker) => replacementsFor(ctx, index, seeker, params.requestId));
  };
