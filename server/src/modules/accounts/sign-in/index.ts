export { describeDevice, type ClientInfo, getClientInfo } from "./client-info.ts";
export { signInOwner } from "./sign-in-owner.ts";
export { findSharedSignIns } from "./known-devices.store.ts";
