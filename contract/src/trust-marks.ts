import * as z from "zod/mini";
import { Otp } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";
import { TrustMark } from "./profiles.ts";
import { Id, SuccessReply } from "./shapes.ts";

/*
 * Trust marks say where members belong, such as "Member of Example University". Administrators define them; members
 * gain them by a verified e-mail address, by what an institution says about them, or from a moderator.
 */

/** Why a member holds a mark, and until when. */
export const MarkReason = z.object({
  source: z.enum(["email", "institution", "team"]),
  /** Name of the institution. */
  institution: z.nullable(z.string()),
  grantedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type MarkReason = z.infer<typeof MarkReason>;

/** A mark of a member with its reasons; it is held while one of them has not expired. */
export const HeldMark = z.extend(TrustMark, {
  isHeld: z.boolean(),
  isHidden: z.boolean(),
  reasons: z.array(MarkReason),
});
export type HeldMark = z.infer<typeof HeldMark>;

const MarkParams = z.object({ markId: Id });

export const trustMarks = {
  list: endpoint({
    summary: "List the trust marks of the community",
    method: "GET",
    path: "/trust-marks",
    access: "signed-in",
    reply: z.object({ items: z.array(TrustMark) }),
  }),
  own: endpoint({
    summary: "List the caller's trust marks, including hidden and expired ones",
    method: "GET",
    path: "/trust-marks/own",
    access: "signed-in",
    reply: z.object({
      items: z.array(HeldMark),
      /** Whether the caller's e-mail address gives a mark, so that confirming it renews it. */
      canRenewByEmail: z.boolean(),
    }),
  }),
  setHidden: endpoint({
    summary: "Hide one of the caller's trust marks, or show it again",
    method: "PUT",
    path: "/trust-marks/:markId/hidden",
    access: "signed-in",
    params: MarkParams,
    body: z.object({ isHidden: z.boolean() }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  sendCode: endpoint({
    summary: "Mail a code to the caller's address, to renew the marks that it gives",
    method: "POST",
    path: "/trust-marks/renewal/code",
    access: "signed-in",
    reply: SuccessReply,
    limits: [{ by: "account", count: 10, perS: 3600 }],
    problems: ["not_found", "too_many"],
  }),
  renew: endpoint({
    summary: "Renew the marks of the caller's address with the code that was mailed to it",
    method: "POST",
    path: "/trust-marks/renewal",
    access: "signed-in",
    body: z.object({ otp: Otp }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["code_wrong", "too_many"],
  }),
};
