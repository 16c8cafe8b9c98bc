import { lazyScreen } from "./lazy-screen.ts";

/** Every screen of the app, each fetched when first shown. */
export const Landing = lazyScreen(() => import("#features/landing/Landing.tsx"), "Landing");
export const LoginScreen = lazyScreen(() => import("#features/identity/LoginScreen.tsx"), "LoginScreen");
export const RegisterScreen = lazyScreen(() => import("#features/identity/RegisterScreen.tsx"), "RegisterScreen");
export const PrivacyPolicy = lazyScreen(() => import("#features/legal/PrivacyPolicy.tsx"), "PrivacyPolicy");
export const TermsOfUse = lazyScreen(() => import("#features/legal/TermsOfUse.tsx"), "TermsOfUse");

export const SignedInShell = lazyScreen(() => import("./SignedInShell.tsx"), "SignedInShell");
export const HomeScreen = lazyScreen(() => import("#features/rides/HomeScreen.tsx"), "HomeScreen");
export const HostScreen = lazyScreen(() => import("#features/rides/HostScreen.tsx"), "HostScreen");
export const RideScreen = lazyScreen(() => import("#features/rides/RideScreen.tsx"), "RideScreen");
export const SeekScreen = lazyScreen(() => import("#features/rides/SeekScreen.tsx"), "SeekScreen");
export const RequestsScreen = lazyScreen(() => import("#features/seat-requests/RequestsScreen.tsx"), "RequestsScreen");
export const DriversScreen = lazyScreen(() => import("#features/active-drivers/DriversScreen.tsx"), "DriversScreen");
export const ProfileScreen = lazyScreen(() => import("#features/profiles/ProfileScreen.tsx"), "ProfileScreen");
