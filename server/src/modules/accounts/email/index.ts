export { redeemCode } from "./one-time-codes.ts";
export { recordCodesDelivered } from "./one-time-codes.store.ts";
export { checkProviderEmailCode, sendProviderEmailCode } from "./provider-email.ts";
