import { profiles } from "@commonlane/contract/profiles";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { setPhoto, getPhoto, removePhoto } from "./content/photo.ts";
import { getOwnProfile, getPublicProfile, updateProfile } from "./profiles.ts";

export {
  findGender,
  holdGender,
  assertProfileComplete,
  findMemberships,
  findPublicPeople,
  findPublicPerson,
  findOwnVehicle,
} from "./public-people.ts";
export { assertNotCommunityName } from "./name-rules.ts";
export { getOwnProfile, getPublicProfile, updateProfile } from "./profiles.ts";
export {
  clearPhoneChangedAfter,
  findOwnPhone,
  setPhoneVerified,
  sweepPhonesWithHomeZero,
} from "./phone.store.ts";
export {
  type PublicPersonRow,
  publicPersonColumns,
  fillProfileAtRegistration,
  createProfile,
} from "./profiles.store.ts";
export { viewFirstName, viewPublicPerson, viewRating } from "./profiles.view.ts";

export const profileRoutes: RegisterRoutes = (http) => {
  http.on(profiles.get, (ctx, _, { uid }) => getOwnProfile(ctx, uid));
  http.on(profiles.update, (ctx, { body }, { uid }) => updateProfile(ctx, uid, body));
  http.on(profiles.byUid, (ctx, { params }, { uid }) => getPublicProfile(ctx, uid, params.uid));
  http.on(profiles.setPhoto, (ctx, { body }, { uid }) => setPhoto(ctx, uid, body));
  http.on(profiles.removePhoto, (ctx, _, { uid }) => removePhoto(ctx, uid));
  http.on(profiles.photo, (ctx, { params }) => getPhoto(ctx, params.photoId, params.size));
};
