import { translatable } from "@commonlane/contract/message";
import { phoneVerification } from "@commonlane/contract/phone-verification";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import type { SmsGateway } from "#platform/text-messages/sms-gateway.ts";
import { getState, sendPhoneCode, verifyPhone } from "./phone-verification.ts";

export { phoneNumberAccess } from "./account-access.ts";
export { sweepPhoneCodes, sweepTextMessages } from "./phone-verification.ts";

export const phoneVerificationRoutes =
  (gateway: SmsGateway): RegisterRoutes =>
  (http) => {
    http.on(phoneVerification.state, (ctx, _, { uid }) => getState(ctx, gateway, uid));
    http.on(phoneVerification.sendCode, async (ctx, _, { uid }) => {
      await sendPhoneCode(ctx, gateway, uid);
      return {
        success: true,
        message: inCallerLanguage(ctx, translatable("A text message is on its way.")),
      };
    });
    http.on(phoneVerification.verify, (ctx, { body }, { uid }) =>
      verifyPhone(ctx, gateway, uid, body.otp),
    );
  };
