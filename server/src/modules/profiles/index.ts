export { type CompletePerson, genderOf, mustBeComplete, peopleByUid, vehicleOf } from "./people.ts";
export { publicPerson } from "./profiles.view.ts";
export { profileOf } from "./profiles.ts";
export { registerNames, startProfile } from "./profiles.store.ts";
