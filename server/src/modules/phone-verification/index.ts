export { phoneNumberAccess } from "./account-access.ts";
export { sweepPhoneCodes, sweepTextMessages } from "./phone-verification.ts";
export { phoneVerificationRoutes } from "./phone-verification.routes.ts";
