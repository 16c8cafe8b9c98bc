export { findMarksInClaims } from "./claim-rules.ts";
export {
  applyClaims,
  applyVerifiedEmail,
  removeProviderFromMarks,
  withdrawInstitutionMarks,
} from "./grants.ts";
export { hasMarksByEmail, lockMarkGrants } from "./grants.store.ts";
export { heldMarkIds, type ShownMarks, shownMarks } from "./definitions.store.ts";
export { trustMarkSweeps } from "./sweeps.ts";
export { trustMarkRoutes } from "./trust-marks.routes.ts";
