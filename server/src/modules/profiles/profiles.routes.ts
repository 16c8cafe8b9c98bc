import { profiles } from "@commonlane/contract/profiles";
import type { Routes } from "#platform/http/route.ts";
import { profileOf, updateProfile } from "./profiles.ts";

export const profileRoutes: Routes = (http) => {
  http.on(profiles.own, (ctx, _, { uid }) => profileOf(ctx, uid));
  http.on(profiles.update, (ctx, { body }, { uid }) => updateProfile(ctx, uid, body));
};
