import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** Every screen of the app, each fetched when first shown. */
export const Landing = lazyScreen(() => import("#features/landing/Landing.tsx"), "Landing");
export const LoginScreen = lazyScreen(() => import("#features/identity/LoginScreen.tsx"), "LoginScreen");
export const RegisterScreen = lazyScreen(() => import("#features/identity/RegisterScreen.tsx"), "RegisterScreen");
export const ForgotPasswordScreen = lazyScreen(
  () => import("#features/identity/ForgotPasswordScreen.tsx"),
  "ForgotPasswordScreen",
);
export const VerifyEmailScreen = lazyScreen(
  () => import("#features/identity/VerifyEmailScreen.tsx"),
  "VerifyEmailScreen",
);
export const UndoEmailChangeScreen = lazyScreen(
  () => import("#features/identity/UndoEmailChangeScreen.tsx"),
  "UndoEmailChangeScreen",
);
export const WantedWaysPage = lazyScreen(() => import("./pages/WantedWaysPage.tsx"), "WantedWaysPage");
export const PrivacyPolicy = lazyScreen(() => import("#features/legal/PrivacyPolicy.tsx"), "PrivacyPolicy");
export const TermsOfUse = lazyScreen(() => import("#features/legal/TermsOfUse.tsx"), "TermsOfUse");

export const SignedInShell = lazyScreen(() => import("./SignedInShell.tsx"), "SignedInShell");
export const HomeScreen = lazyScreen(() => import("#features/rides/HomeScreen.tsx"), "HomeScreen");
export const HostPage = lazyScreen(() => import("./pages/HostPage.tsx"), "HostPage");
export const RidePage = lazyScreen(() => import("./pages/RidePage.tsx"), "RidePage");
export const RatePage = lazyScreen(() => import("./pages/RatePage.tsx"), "RatePage");
export const SeriesScreen = lazyScreen(() => import("#features/hosting/SeriesScreen.tsx"), "SeriesScreen");
export const SeekScreen = lazyScreen(() => import("#features/rides/SeekScreen.tsx"), "SeekScreen");
export const RequestsPage = lazyScreen(() => import("./pages/RequestsPage.tsx"), "RequestsPage");
export const PostRequestPage = lazyScreen(() => import("./pages/PostRequestPage.tsx"), "PostRequestPage");
export const RequestScreen = lazyScreen(() => import("#features/ride-requests/RequestScreen.tsx"), "RequestScreen");
export const OpenRequestsScreen = lazyScreen(
  () => import("#features/ride-requests/OpenRequestsScreen.tsx"),
  "OpenRequestsScreen",
);
export const SavedSearchesPage = lazyScreen(() => import("./pages/SavedSearchesPage.tsx"), "SavedSearchesPage");
export const DriversPage = lazyScreen(() => import("./pages/DriversPage.tsx"), "DriversPage");
export const PublicProfilePage = lazyScreen(() => import("./pages/PublicProfilePage.tsx"), "PublicProfilePage");
export const ProfilePage = lazyScreen(() => import("./pages/ProfilePage.tsx"), "ProfilePage");
export const NoticesScreen = lazyScreen(() => import("#features/notices/NoticesScreen.tsx"), "NoticesScreen");
export const FollowPage = lazyScreen(() => import("./pages/FollowPage.tsx"), "FollowPage");
export const TrustedContactPage = lazyScreen(() => import("./pages/TrustedContactPage.tsx"), "TrustedContactPage");
export const ModerationScreen = lazyScreen(
  () => import("#features/moderation/ModerationScreen.tsx"),
  "ModerationScreen",
);
export const StopLettersScreen = lazyScreen(
  () => import("#features/notices/StopLettersScreen.tsx"),
  "StopLettersScreen",
);

const firstScreens: Record<string, { fetch: () => Promise<unknown> }> = {
  "/": Landing,
  "/login": LoginScreen,
  "/register": RegisterScreen,
  "/forgot-password": ForgotPasswordScreen,
  "/verify-email": VerifyEmailScreen,
  "/wanted": WantedWaysPage,
  "/privacy-policy": PrivacyPolicy,
  "/terms-of-use": TermsOfUse,
};

/**
 * Fetches the public page at a path, so that a visit begins with the page and not with a loading screen. Gives up waiting
 * after a second and never fails: the router shows what there is to show.
 */
export async function fetchFirstScreen(path: string): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 1000));
  await Promise.race([firstScreens[path]?.fetch(), patience]).catch(() => {});
}
