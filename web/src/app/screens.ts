import { loadChunk } from "#shared/load-chunk.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** Screens for visitors, and the shell of the signed-in screens; each is loaded when first shown. */
export const Landing = lazyScreen(
  () => import("#features/landing/Landing.tsx"),
  "Landing",
  "start",
);
export const LoginScreen = lazyScreen(
  () => import("#features/accounts/login/LoginScreen.tsx"),
  "LoginScreen",
  "start",
);
export const RegisterScreen = lazyScreen(
  () => import("#features/accounts/registration/RegisterScreen.tsx"),
  "RegisterScreen",
  "start",
);
export const ForgotPasswordScreen = lazyScreen(
  () => import("#features/accounts/password-reset/ForgotPasswordScreen.tsx"),
  "ForgotPasswordScreen",
  "start",
);
export const SuspendedScreen = lazyScreen<
  "SuspendedScreen",
  { readonly message: string | undefined }
>(() => import("#features/accounts/suspension/SuspendedScreen.tsx"), "SuspendedScreen", "start");
export const VerifyEmailScreen = lazyScreen(
  () => import("#features/accounts/email-verification/VerifyEmailScreen.tsx"),
  "VerifyEmailScreen",
  "start",
);
export const UndoEmailChangeScreen = lazyScreen(
  () => import("#features/accounts/email-verification/UndoEmailChangeScreen.tsx"),
  "UndoEmailChangeScreen",
  "start",
);
export const ProviderCallbackScreen = lazyScreen(
  () => import("#features/accounts/institution/ProviderCallbackScreen.tsx"),
  "ProviderCallbackScreen",
  "start",
);
export const PopularRoutesPage = lazyScreen(
  () => import("./pages/PopularRoutesPage.tsx"),
  "PopularRoutesPage",
);
export const PrivacyPolicy = lazyScreen(
  () => import("#features/legal/PrivacyPolicy.tsx"),
  "PrivacyPolicy",
);
export const InfoPage = lazyScreen(() => import("#features/legal/InfoPage.tsx"), "InfoPage");
export const AboutPage = lazyScreen(() => import("#features/legal/AboutPage.tsx"), "AboutPage");
export const TermsOfUse = lazyScreen(() => import("#features/legal/TermsOfUse.tsx"), "TermsOfUse");

const FIRST_SCREEN_AT_MOST_MS = 1_000;

/**
 * The shell comes with the screen that it shows first, if that is there soon: React would show a placeholder in it for
 * at least 0.3 s.
 */
export const SignedInShell = lazyScreen(async () => {
  const shell = await import("./shell/SignedInShell.tsx");
  const path = location.pathname === "/" ? "/home" : location.pathname;
  const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_AT_MOST_MS));
  // A screen that cannot be loaded says so where it is shown.
  await Promise.race([shell.fetchScreen(path).catch(() => {}), timeout]);
  return { SignedInShell: shell.SignedInShell };
}, "SignedInShell");

export const MessageLinkPage = lazyScreen(
  () => import("./pages/MessageLinkPage.tsx"),
  "MessageLinkPage",
);
export const SetupPage = lazyScreen(() => import("./pages/SetupPage.tsx"), "SetupPage");

/** Linked in the footer only. */
export const infoPaths = ["/imprint", "/accessibility", "/community-rules", "/source"];

const firstScreens: Record<string, { fetch: () => Promise<unknown> }> = {
  "/": Landing,
  "/login": LoginScreen,
  "/register": RegisterScreen,
  "/forgot-password": ForgotPasswordScreen,
  "/verify-email": VerifyEmailScreen,
  "/popular-routes": PopularRoutesPage,
  "/privacy-policy": PrivacyPolicy,
  "/terms-of-use": TermsOfUse,
  "/about": AboutPage,
};

/**
 * Preloads the public page at a path, so that a visit starts with the page instead of a loading screen. Never fails, and
 * gives up after a second, or later if the server has prerendered the page; the router then shows what is available.
 */
export async function fetchFirstScreen(path: string, isPrerendered: boolean): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, isPrerendered ? 20_000 : 1000));
  const typedInput =
    isPrerendered &&
    loadChunk("typed-input", () => import("./typed-input.ts")).then((module) =>
      module.carryOverTypedInput(),
    );
  const screen = Promise.all([
    (infoPaths.includes(path) ? InfoPage : firstScreens[path])?.fetch(),
    typedInput || undefined,
  ]);
  await Promise.race([screen, timeout]).catch(() => {});
}
