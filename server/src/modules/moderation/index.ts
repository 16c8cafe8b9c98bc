import type { Sweep } from "#platform/jobs/sweeps.ts";
import { contentRemovalSweeps } from "./content-removals.ts";
import { actionSweeps } from "./moderator-actions.ts";
import { suspensionSweeps } from "./sanctions.ts";

export {
  recordModeratorAction,
  recordOperatorAction,
  recordRefusedCall,
  recordTeamAction,
} from "./audit-log.ts";
export {
  emailAdministrators,
  appointFirstAdministrator,
  assertNotLastAdministrator,
  listTeam,
  setRole,
} from "./team.ts";
export { moderationRoutes } from "./moderation.routes.ts";
export {
  grantAdministratorRole,
  grantModeratorRole,
  listAdministrators,
  listModerators,
  resetSecondFactorsByOperator,
  signOutEveryone,
  signOutUser,
  suspendByOperator,
  revokeAdministratorRole,
  revokeModeratorRole,
  unsuspendByOperator,
} from "./cli.ts";
export { hasRole, countTeam } from "./moderators.store.ts";
export { findModeratedPeople } from "./moderated-people.store.ts";

/** What ends by itself: the time in which an action can be undone, then suspensions and removals. */
export const moderationSweeps: readonly Sweep[] = [
  ...actionSweeps,
  ...suspensionSweeps,
  ...contentRemovalSweeps,
];
