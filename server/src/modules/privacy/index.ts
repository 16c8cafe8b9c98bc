export { haveSharedBooking, isConfirmedBooking } from "./shared-bookings.store.ts";
export {
  findBlockedUids,
  areRestricted,
  isRestricted,
  canInteractWithColumn,
} from "./contact-restrictions.store.ts";
export {
  isRemovedContent,
  withoutRemovedContent,
  isContentRemoved,
} from "./removed-content.store.ts";
export { isEstablished } from "./new-account-limits.store.ts";
export { filterInteractable } from "./contact-restrictions.store.ts";
export { isNewAccount, assertMayContact, sweepFirstContacts } from "./new-account-limits.ts";
export {
  assertNoContactDetails,
  maskPlace,
  maskText,
  maskVehicle,
} from "./mask-contact-details.ts";
export { type Seen, type Stage, whatIsSeen } from "./who-sees-what.ts";
export type { BlockHooks } from "./blocks.ts";
export { blockRoutes } from "./blocks.routes.ts";
