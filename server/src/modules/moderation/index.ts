export {
  recordModeratorAction,
  recordOperatorAction,
  recordRefusedCall,
  recordTeamAction,
} from "./audit-log.ts";
export { emailAdministrators } from "./team-emails.ts";
export { moderationSweeps } from "./sweeps.ts";
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
export {
  appointFirstAdministrator,
  assertNotLastAdministrator,
  listTeam,
  setRole,
} from "./team.ts";
export { findModeratedPeople } from "./moderated-people.store.ts";
