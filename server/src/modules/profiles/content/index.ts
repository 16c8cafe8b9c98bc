export {
  findPhoto,
  lockProfiles,
  recountRatings,
  removeBio,
  removeProfilePhoto,
  restoreBio,
  restoreProfilePhoto,
  setReliability,
  showReliability,
} from "./profile-content.store.ts";
export { photoIdOf, setPhotoSizes } from "./photo.ts";
