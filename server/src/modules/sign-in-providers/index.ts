export { signInProviderAccess } from "./linked-identities.ts";
export { mountBackChannelSignOut } from "./back-channel-sign-out.ts";
export { signInProviderRoutes } from "./sign-in-providers.routes.ts";
export { signInProviderSweeps } from "./membership-check.ts";
