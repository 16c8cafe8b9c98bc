import { message, translatable } from "@commonlane/contract/message";
import { phoneVerification } from "@commonlane/contract/phone-verification";
import { clearPhoneChangedAfter, findOwnPhone } from "#modules/profiles/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { inCallerLanguage } from "#platform/i18n/caller-language.ts";
import type { SmsGateway } from "#platform/text-messages/sms-gateway.ts";
import { deleteCodeOf } from "./phone-verification.store.ts";
import { getState, sendPhoneCode, verifyPhone } from "./phone-verification.ts";

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

/** A number is no way to sign in, but people on a ride call the member there, and codes are sent to it. */
export const phoneNumberAccess: AccountAccessKind = {
  name: "phone-number",
  tables: ["profile", "phone_code"],
  endings: {
    "email-undo": "lately",
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "e-mail",
  unconfirmedBecause:
    "the specification's call changes it together with the rest of the profile, and it opens nothing by itself",
  endAll: async (ctx, { uid, addedAfter }) => {
    await clearPhoneChangedAfter(ctx, uid, addedAfter);
    await deleteCodeOf(ctx, uid);
  },
  shown: {
    noun: message("Phone number", { comment: "In a list of what leads to a member." }),
    list: async (ctx, uid) => {
      const own = await findOwnPhone(ctx, uid);
      if (own?.phone == null) return [];
      return [
        {
          id: uid,
          name: own.phone,
          since: own.phone_changed_at,
          lastUsedAt: null,
        },
      ];
    },
  },
};
