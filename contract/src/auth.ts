import { z } from "zod";
import { endpoint, type RateLimit } from "./endpoint.ts";
import { Email, User } from "./identity.ts";
import { CODE_LENGTH, NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH } from "./limits.ts";
import { Phone, Profile } from "./profiles.ts";
import { cleanText, Done, Id } from "./shapes.ts";

const Otp = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`), "Please enter the complete 6-digit code");
const mailLimits: RateLimit[] = [{ by: "address", count: 30, perS: 3600 }];
const Name = cleanText(NAME_MAX_LENGTH).pipe(z.string().min(1));

export const auth = {
  sendRegistrationCode: endpoint({
    summary: "Send a registration code by e-mail",
    method: "POST",
    path: "/auth/send-registration-otp",
    access: "public",
    body: z.object({ email: Email }),
    reply: Done,
    limits: mailLimits,
    problems: ["too_many"],
  }),
  verifyRegistrationCode: endpoint({
    summary: "Prove an e-mail address with the code sent to it",
    method: "POST",
    path: "/auth/verify-registration-otp",
    access: "public",
    body: z.object({ email: Email, otp: Otp }),
    reply: Done,
    limits: [{ by: "address", count: 60, perS: 600 }],
    problems: ["code_wrong"],
  }),
  /** The profile of an account made by sign-up a moment ago; who one is comes from the token. */
  register: endpoint({
    summary: "Register the profile of a new account",
    method: "POST",
    path: "/firebase-auth/register",
    access: "public",
    body: z.object({
      name: cleanText(2 * NAME_MAX_LENGTH + 1).optional(),
      email: Email,
      phone: Phone,
      password: z.string().max(PASSWORD_MAX_LENGTH).optional(),
      firstName: Name,
      lastName: Name,
      gender: z.enum(["male", "female"]).default("male"),
    }),
    reply: z.object({ success: z.boolean(), uid: Id }),
    status: 201,
    limits: [{ by: "address", count: 30, perS: 600 }],
    problems: ["signed_out", "not_yours", "invalid_input"],
  }),
  login: endpoint({
    summary: "Tell the backend of a sign-in and read the profile",
    method: "POST",
    path: "/firebase-auth/login",
    access: "public",
    body: z.object({ idToken: z.string().min(1).max(4096) }),
    reply: z.object({ user: User, profile: Profile }),
    limits: [{ by: "address", count: 300, perS: 300 }],
    problems: ["signed_out", "email_unverified"],
  }),
};
