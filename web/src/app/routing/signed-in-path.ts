/** First segments of the signed-in screens, whose routes load only with their shell (shell/SignedInScreens.tsx). */
const SIGNED_IN_PATH =
  /^\/(?:home|active-drivers|host|seek|saved-searches|profile|welcome|imported-data|your-rides|settings|rides|series|requests|events|groups|join-group|moderation|notifications)(?:\/|$)/;

/** Whether a path belongs to signed-in users. Visitors who open one return to it after signing in. */
export const isSignedInPath = (pathname: string): boolean => SIGNED_IN_PATH.test(pathname);
