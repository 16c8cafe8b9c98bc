import { profiles } from "@commonlane/contract/profiles";
import type { Routes } from "#platform/http/route.ts";
import { choosePhoto, photoBytes, removePhoto } from "./photo.ts";
import { profileOf, publicProfileOf, updateProfile } from "./profiles.ts";

export const profileRoutes: Routes = (http) => {
  http.on(profiles.own, (ctx, _, { uid }) => profileOf(ctx, uid));
  http.on(profiles.update, (ctx, { body }, { uid }) => updateProfile(ctx, uid, body));
  http.on(profiles.ofPerson, (ctx, { params }, { uid }) => publicProfileOf(ctx, uid, params.uid));
  http.on(profiles.choosePhoto, (ctx, { body }, { uid }) => choosePhoto(ctx, uid, body));
  http.on(profiles.removePhoto, (ctx, _, { uid }) => removePhoto(ctx, uid));
  http.on(profiles.photo, (ctx, { params }) => photoBytes(ctx, params.photoId, params.size));
};
