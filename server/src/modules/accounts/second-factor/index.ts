export {
  assertPasswordOrConfirmation,
  assertRecentlyConfirmed,
  checkPasswordAndFactor,
} from "./confirmation.ts";
export {
  checkSecondFactorCode,
  assertTeamSecondFactor,
  hasAuthenticatorApp,
  isSecondFactorMissing,
} from "./needed-factor.ts";
export { resetSecondFactors } from "./second-factor.ts";
