export {
  lockProfiles,
  recountRatings,
  removeBio,
  removeProfilePhoto,
  restoreBio,
  restoreProfilePhoto,
  setReliability,
  showReliability,
} from "./profile-content.store.ts";
export { findEmailPhoto, setPhotoSizes } from "./photo.ts";
