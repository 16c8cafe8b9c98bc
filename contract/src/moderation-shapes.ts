import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { ContentRef } from "./content-removals.ts";
import { MODERATOR_TEXT_MAX_LENGTH, SUSPENSION_MAX_DAYS } from "./limits.ts";
import { cleanText, Id, pageOf, PageQuery, withDefault } from "./shapes.ts";

/** Reason for a moderator action: stored with it, and shown to the user concerned if the endpoint says so. */
export const ModeratorText = z.pipe(
  cleanText(MODERATOR_TEXT_MAX_LENGTH),
  z.string().check(z.minLength(1)),
);

export const ReasonBody = z.object({ reason: ModeratorText });

/** Duration in days; without one, until a moderator ends it. */
export const DurationDays = z.nullish(z.int().check(z.gte(1), z.lte(SUSPENSION_MAX_DAYS)));

/** Open or closed entries. */
export const QueueQuery = z.extend(PageQuery, {
  state: withDefault(z.enum(["open", "closed"]), "open"),
});

/** A user as moderators see them: full name and e-mail address. */
export const ModeratedPerson = z.object({
  uid: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  suspendedAt: z.nullable(z.iso.datetime()),
  /** End of the suspension; null if it is unlimited. */
  suspendedUntil: z.nullable(z.iso.datetime()),
});
export type ModeratedPerson = z.infer<typeof ModeratedPerson>;

/** A user's objection to a rating or a content removal, and the moderator's answer. */
export const Appeal = z.object({
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Null while pending. */
  decidedAt: z.nullable(z.iso.datetime()),
  /** Note that comes with the decision. */
  note: z.nullable(z.string()),
});
export type Appeal = z.infer<typeof Appeal>;

/** Hidden content as moderators see it. */
export const ContentRemoval = z.object({
  id: Id,
  about: ContentRef,
  owner: ModeratedPerson,
  reason: z.string(),
  /** Text that the user wrote. */
  text: z.nullable(z.string()),
  /** URL of the photo, for moderators only. */
  photo: z.nullable(z.string()),
  removedAt: z.iso.datetime(),
  /** End of the removal; null if only a moderator can end it. */
  removedUntil: z.nullable(z.iso.datetime()),
  /** Time at which the content was shown again or replaced. */
  endedAt: z.nullable(z.iso.datetime()),
  appeal: z.nullable(Appeal),
});
export type ContentRemoval = z.infer<typeof ContentRemoval>;

const RemovalParams = z.object({ removalId: Id });

/** Endpoints of `moderation` that hide and show content. */
export const contentRemovalEndpoints = {
  /** The owner, and passengers of a ride, see the reason and the end; the owner can appeal. */
  hide: endpoint({
    summary:
      "Hide a ride, ride request, bio, photo or event from others, for some days or without limit",
    method: "POST",
    path: "/moderation/content-removals",
    access: "moderator",
    idempotent: true,
    body: z.object({
      about: ContentRef,
      reason: ModeratorText,
      days: DurationDays,
      reportId: z.nullish(Id),
    }),
    reply: ContentRemoval,
    status: 201,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  contentRemovals: endpoint({
    summary: "List content removal appeals: open ones oldest first, or decided ones newest first",
    method: "GET",
    path: "/moderation/content-removals",
    access: "moderator",
    query: QueueQuery,
    reply: pageOf(ContentRemoval),
  }),
  /** A bio or photo is restored unless a new one replaced it. */
  show: endpoint({
    summary: "Restore hidden content; its owner is told the reason",
    method: "POST",
    path: "/moderation/content-removals/:removalId/show",
    access: "moderator",
    idempotent: true,
    params: RemovalParams,
    body: ReasonBody,
    reply: ContentRemoval,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  /** The appellant is notified of the decision and its reason. */
  decideRemovalAppeal: endpoint({
    summary: "Decide an appeal against a content removal",
    method: "POST",
    path: "/moderation/content-removals/:removalId",
    access: "moderator",
    idempotent: true,
    params: RemovalParams,
    body: z.object({
      show: z.boolean(),
      reason: ModeratorText,
    }),
    reply: ContentRemoval,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
};

/** Two accounts that mostly rate each other and share a browser or a network. */
export const LinkedAccounts = z.object({
  /** The two accounts, and how many published ratings each got from anyone in the last 90 days. */
  accounts: z.array(
    z.object({
      person: ModeratedPerson,
      ratingsReceived: z.int(),
    }),
  ),
  /** Published ratings of each other in the last 90 days. */
  ratingsBetween: z.int(),
  sharesDevice: z.boolean(),
  /** Signed in from the same /24 or /48, which a campus or household shares too. */
  sharesNetwork: z.boolean(),
});
export type LinkedAccounts = z.infer<typeof LinkedAccounts>;
