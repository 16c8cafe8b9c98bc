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
export { profileRoutes } from "./profiles.routes.ts";
export {
  type PublicPersonRow,
  publicPersonColumns,
  fillProfileAtRegistration,
  createProfile,
} from "./profiles.store.ts";
export { viewFirstName, viewPublicPerson } from "./profiles.view.ts";
