import * as z from "zod/mini";
import { EmailDomain } from "./community-admin.ts";
import { endpoint } from "./endpoint.ts";
import { EMAIL_DOMAINS_MAX } from "./limits.ts";
import { translatable } from "./message.ts";
import { TrustMark } from "./profiles.ts";
import { filledText, Id, SuccessReply } from "./shapes.ts";
import { ProviderId } from "./sign-in-providers.ts";
import { HeldMark } from "./trust-marks.ts";

export const TRUST_MARKS_MAX = 50;
const CLAIM_RULES_MAX = 20;
const CLAIM_VALUES_MAX = 50;
const LIFETIME_MAX_DAYS = 3650;

const requiredText = (max: number) => filledText(max);

/** What a provider must say about a person: a claim with one of these values, in any case. */
export const ClaimRule = z.object({
  providerId: ProviderId,
  claim: z
    .string()
    .check(z.trim(), z.regex(/^[^\s\p{Cc}]{1,100}$/u, translatable("Enter the name of a claim."))),
  /** `is`: a value equals one of them; `contains`: one of them is a part of a value. */
  match: z.enum(["is", "contains"]),
  values: z.array(requiredText(200)).check(z.minLength(1), z.maxLength(CLAIM_VALUES_MAX)),
});
export type ClaimRule = z.infer<typeof ClaimRule>;

const definitionFields = {
  name: requiredText(60),
  /** What the mark says about a member, in a sentence or two. */
  meaning: requiredText(300),
  /** Members with a verified address at these domains, including subdomains, gain the mark. */
  emailDomains: z.array(EmailDomain).check(z.maxLength(EMAIL_DOMAINS_MAX)),
  claimRules: z.array(ClaimRule).check(z.maxLength(CLAIM_RULES_MAX)),
  /** Whether moderators may grant the mark. */
  byTeam: z.boolean(),
  lifetimeDays: z.int().check(z.gte(1), z.lte(LIFETIME_MAX_DAYS)),
} as const;

export const MarkChange = z.object(definitionFields);
export type MarkChange = z.infer<typeof MarkChange>;

/** A mark as administrators see it. */
export const MarkDefinition = z.object({
  id: Id,
  ...definitionFields,
  holders: z.int(),
});
export type MarkDefinition = z.infer<typeof MarkDefinition>;

const MarkParams = z.object({ markId: Id });

/** Trust marks as administrators define them. The audit entry has the old and new values. */
export const markAdministration = {
  list: endpoint({
    summary: "List the trust marks with their rules and the number of their holders",
    method: "GET",
    path: "/administration/trust-marks",
    access: "administrator",
    reply: z.object({ items: z.array(MarkDefinition) }),
  }),
  add: endpoint({
    summary: "Add a trust mark; members whose verified addresses give it gain it at once",
    method: "POST",
    path: "/administration/trust-marks",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    body: MarkChange,
    reply: MarkDefinition,
    status: 201,
    problems: ["invalid_input"],
  }),
  change: endpoint({
    summary: "Change a trust mark; members lose it at once if no rule is left that gave it to them",
    method: "PUT",
    path: "/administration/trust-marks/:markId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: MarkParams,
    body: MarkChange,
    reply: MarkDefinition,
    problems: ["not_found", "invalid_input"],
  }),
  remove: endpoint({
    summary: "Remove a trust mark; all members lose it",
    method: "DELETE",
    path: "/administration/trust-marks/:markId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: MarkParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};

const PersonParams = z.object({ uid: Id });

/** Trust marks of a member as moderators manage them. */
export const markModeration = {
  ofPerson: endpoint({
    summary: "List a member's trust marks, and those that moderators may grant",
    method: "GET",
    path: "/moderation/people/:uid/trust-marks",
    access: "moderator",
    params: PersonParams,
    reply: z.object({
      items: z.array(HeldMark),
      grantable: z.array(TrustMark),
    }),
  }),
  grant: endpoint({
    summary: "Grant a member a trust mark, or renew it",
    method: "POST",
    path: "/moderation/people/:uid/trust-marks",
    access: "moderator",
    loggedByHandler: true,
    params: PersonParams,
    body: z.object({ markId: Id }),
    reply: SuccessReply,
    problems: ["not_found", "own_moderation"],
  }),
  /** Marks that come from an address or an institution come back with the next sign-in if nothing changes there. */
  withdraw: endpoint({
    summary: "Withdraw a trust mark that moderators granted",
    method: "POST",
    path: "/moderation/people/:uid/trust-marks/withdraw",
    access: "moderator",
    loggedByHandler: true,
    params: PersonParams,
    body: z.object({ markId: Id }),
    reply: SuccessReply,
    problems: ["not_found", "own_moderation"],
  }),
};
