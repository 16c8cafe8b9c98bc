import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { ANNOUNCEMENT_MAX_LENGTH, EMAIL_DOMAINS_MAX, INVITE_USES_MAX } from "./limits.ts";
import { cleanText, Id, Instant, queryNumber, SuccessReply, withDefault } from "./shapes.ts";
import { toAsciiDomain } from "./email-address.ts";

const AnnouncementText = z.pipe(
  cleanText(ANNOUNCEMENT_MAX_LENGTH),
  z.string().check(z.minLength(1)),
);

/** An announcement from the moderators to all users. */
export const Announcement = z.object({
  id: Id,
  text: z.string(),
  createdAt: z.iso.datetime(),
  /** End of the announcement; null if it stays until a moderator removes it. */
  endsAt: z.nullable(z.iso.datetime()),
});
export type Announcement = z.infer<typeof Announcement>;

/** Shown to all users above the page. */
export const Bulletin = z.object({
  /** Maintenance message while only moderators can use the service; null otherwise. */
  maintenance: z.nullable(z.string()),
  /** New users need an invite code. */
  inviteOnly: z.boolean(),
  announcements: z.array(Announcement),
});
export type Bulletin = z.infer<typeof Bulletin>;

export const EmailDomain = z.string().check(
  z.trim(),
  // "@uni.example" and "*.uni.example" mean the domain, which includes those below it.
  z.overwrite((typed) => toAsciiDomain(typed.replace(/^(?:\*\.|\*?@)/, "").replace(/\.$/, ""))),
  z.maxLength(253),
  z.regex(/^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/),
);

/** An invite code. Its plain text is shown once, to the moderator who creates it. */
export const Invite = z.object({
  id: Id,
  label: z.string(),
  usesLeft: z.int(),
  used: z.int(),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type Invite = z.infer<typeof Invite>;

/** Who may create events, or groups. */
export const Creators = z.enum(["members", "moderators"]);

export const CommunityRules = z.object({
  /** Allowed e-mail domains, including subdomains; empty if any domain may join. */
  emailDomains: z.array(z.string()),
  /** True if new users need an invite code. */
  inviteOnly: z.boolean(),
  maintenance: z.nullable(z.string()),
  /** Who may create events, and who may create groups. */
  eventCreators: Creators,
  groupCreators: Creators,
});
export type CommunityRules = z.infer<typeof CommunityRules>;

const Week = z.object({
  /** Monday that the week starts with, in UTC. */
  begins: z.iso.date(),
  joined: z.int(),
  /** Departed rides. */
  rides: z.int(),
  /** Seats shared on those rides, and the distance. */
  seats: z.int(),
  seatKm: z.int(),
  /** Seat requests, and how many were accepted. */
  requests: z.int(),
  accepted: z.int(),
  /** Median response time in seconds. */
  answerS: z.nullable(z.int()),
});

export const CommunityStatistics = z.object({
  members: z.int(),
  weeks: z.array(Week),
  /** Grams of CO₂ per kilometre not driven. */
  co2GramsPerKm: z.number(),
  costPerKmMinor: z.number(),
  currency: z.string(),
});
export type CommunityStatistics = z.infer<typeof CommunityStatistics>;

export const community = {
  bulletin: endpoint({
    summary: "Get the bulletin: maintenance, invite-only mode, and announcements, newest first",
    method: "GET",
    path: "/bulletin",
    access: "public",
    availableWhenClosed: true,
    reply: Bulletin,
  }),
  statistics: endpoint({
    summary: "Get weekly statistics of the community",
    method: "GET",
    path: "/moderation/statistics",
    access: "moderator",
    query: z.object({
      weeks: withDefault(queryNumber(z.int(), z.gte(1), z.lte(53)), 12),
    }),
    reply: CommunityStatistics,
  }),
  createAnnouncement: endpoint({
    summary: "Publish an announcement to all users, optionally with an end",
    method: "POST",
    path: "/moderation/announcements",
    access: "moderator",
    idempotent: true,
    body: z.object({
      text: AnnouncementText,
      endsAt: z.nullish(Instant),
    }),
    reply: Announcement,
    status: 201,
  }),
  withdrawAnnouncement: endpoint({
    summary: "Remove an announcement",
    method: "DELETE",
    path: "/moderation/announcements/:announcementId",
    access: "moderator",
    params: z.object({ announcementId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  rules: endpoint({
    summary:
      "Get the rules for joining and for creating events and groups, and the maintenance state",
    method: "GET",
    path: "/moderation/rules",
    access: "moderator",
    reply: CommunityRules,
  }),
  /** Omitted fields stay unchanged. */
  changeRules: endpoint({
    summary:
      "Change who may join and who may create events and groups, and start or end maintenance",
    method: "PUT",
    path: "/moderation/rules",
    access: "moderator",
    confirmed: true,
    body: z.object({
      emailDomains: z.optional(z.array(EmailDomain).check(z.maxLength(EMAIL_DOMAINS_MAX))),
      inviteOnly: z.optional(z.boolean()),
      maintenance: z.optional(z.nullable(AnnouncementText)),
      eventCreators: z.optional(Creators),
      groupCreators: z.optional(Creators),
    }),
    reply: CommunityRules,
  }),
  invites: endpoint({
    summary: "List valid invite codes, newest first; at most 100",
    method: "GET",
    path: "/moderation/invites",
    access: "moderator",
    reply: z.object({ items: z.array(Invite) }),
  }),
  createInvite: endpoint({
    summary: "Create an invite code; its plain text is returned only here",
    method: "POST",
    path: "/moderation/invites",
    access: "moderator",
    confirmed: true,
    body: z.object({
      label: z.pipe(cleanText(60), z.string().check(z.minLength(1))),
      uses: withDefault(z.int().check(z.gte(1), z.lte(INVITE_USES_MAX)), 1),
      days: withDefault(z.int().check(z.gte(1), z.lte(365)), 14),
    }),
    reply: z.extend(Invite, { code: z.string() }),
    status: 201,
  }),
  revokeInvite: endpoint({
    summary: "Revoke an invite code",
    method: "DELETE",
    path: "/moderation/invites/:inviteId",
    access: "moderator",
    params: z.object({ inviteId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
