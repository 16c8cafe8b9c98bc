export { recordModeratorAction } from "./audit-log.ts";
export { contentRemovalSweeps } from "./content-removals.ts";
export { actionSweeps } from "./moderator-actions.ts";
export { suspensionSweeps } from "./sanctions.ts";
export { moderationRoutes } from "./moderation.routes.ts";
export {
  grantModeratorRole,
  listModerators,
  signOutEveryone,
  signOutUser,
  suspendByOperator,
  revokeModeratorRole,
  unsuspendByOperator,
} from "./cli.ts";
export { isModerator } from "./moderators.store.ts";
