export { genderOf, mustBeComplete, peopleByUid, personByUid, vehicleOf } from "./people.ts";
export { assertNotCommunityName } from "./names.ts";
export { profileOf, publicProfileOf, updateProfile } from "./profiles.ts";
export { profileRoutes } from "./profiles.routes.ts";
export { type NamesRow, registerNames, startProfile } from "./profiles.store.ts";
export { publicPerson } from "./profiles.view.ts";
