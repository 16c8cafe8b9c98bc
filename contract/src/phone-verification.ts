import * as z from "zod/mini";
import { Otp } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { Profile } from "./profiles.ts";
import { SuccessReply } from "./shapes.ts";
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/mobile";

/*
 * Verification of the number in the caller's profile with a code in a text message. Exists only where the operator
 * named a gateway for text messages.
 */

export const PhoneVerificationState = z.object({
  /** Whether this community verifies numbers. */
  isOn: z.boolean(),
  /** Countries whose mobile numbers can be verified (ISO 3166-1). */
  countries: z.array(z.string()),
  /** Whether the number can receive a code: it is a mobile number of a country that the operator allows. */
  canReceive: z.boolean(),
  /** Whether a code was sent to it that is still valid. */
  hasCode: z.boolean(),
});
export type PhoneVerificationState = z.infer<typeof PhoneVerificationState>;

export const phoneVerification = {
  state: endpoint({
    summary: "Get whether the caller's phone number can be verified",
    method: "GET",
    path: "/phone-verification",
    access: "signed-in",
    reply: PhoneVerificationState,
  }),
  sendCode: endpoint({
    summary: "Send a code to the number in the caller's profile",
    method: "POST",
    path: "/phone-verification/code",
    access: "signed-in",
    reply: SuccessReply,
    limits: [
      { by: "account", count: 20, perS: 3600 },
      { by: "address", count: 60, perS: 3600 },
    ],
    problems: [
      "verification_off",
      "email_unverified",
      "phone_missing",
      "phone_verified",
      "phone_refused",
      "strangers_enough",
      "texts_enough",
      "too_many",
      "text_not_sent",
    ],
  }),
  verify: endpoint({
    summary: "Verify the number in the caller's profile with the code that was sent to it",
    method: "POST",
    path: "/phone-verification",
    access: "signed-in",
    body: z.object({ otp: Otp }),
    reply: Profile,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["verification_off", "code_wrong", "too_many"],
  }),
};

/**
 * Country (ISO 3166-1) of a mobile number; undefined for any other number, such as a landline, a premium-rate or
 * personal number, or one of a satellite network. Countries that share a calling code are told apart.
 */
export function findMobileCountry(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(phone);
  // The metadata has mobile numbers only.
  return number?.isValid() ? number.country : undefined;
}

export const isCountry = (code: string): boolean => isSupportedCountry(code);
