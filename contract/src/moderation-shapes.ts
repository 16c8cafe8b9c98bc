import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { ContentRef } from "./content-removals.ts";
import { MODERATOR_TEXT_MAX_LENGTH, SUSPENSION_MAX_DAYS } from "./limits.ts";
import { cleanText, Id, pageOf, PageQuery, withDefault } from "./shapes.ts";

/** Why a moderator does something: kept with the deed, and told to whom it is done where it says so. */
export const ModeratorText = z.pipe(cleanText(MODERATOR_TEXT_MAX_LENGTH), z.string().check(z.minLength(1)));

export const ReasonBody = z.object({ reason: ModeratorText });

/** For how many days; until a moderator ends it where there are none. */
export const DurationDays = z.nullish(z.int().check(z.gte(1), z.lte(SUSPENSION_MAX_DAYS)));

/** What waits, or what was dealt with. */
export const QueueQuery = z.extend(PageQuery, { state: withDefault(z.enum(["open", "closed"]), "open") });

/** Somebody as moderators know them: whole, with the address. */
export const ModeratedPerson = z.object({
  uid: Id,
  name: z.nullable(z.string()),
  email: z.string(),
  suspendedAt: z.nullable(z.iso.datetime()),
  /** When the suspension ends by itself; nothing for one that does not. */
  suspendedUntil: z.nullable(z.iso.datetime()),
});
export type ModeratedPerson = z.infer<typeof ModeratedPerson>;

/** What somebody said against what is said of them or was hidden of theirs, and what a moderator answered. */
export const Appeal = z.object({
  reason: z.string(),
  createdAt: z.iso.datetime(),
  /** Nothing while it waits. */
  decidedAt: z.nullable(z.iso.datetime()),
  /** What was answered with the decision. */
  note: z.nullable(z.string()),
});
export type Appeal = z.infer<typeof Appeal>;

/** Something that was hidden, as moderators see it. */
export const ContentRemoval = z.object({
  id: Id,
  about: ContentRef,
  owner: ModeratedPerson,
  reason: z.string(),
  /** What the person had written. */
  text: z.nullable(z.string()),
  /** Where the picture is for moderators; nobody else knows the address. */
  photo: z.nullable(z.string()),
  removedAt: z.iso.datetime(),
  /** When it is shown again by itself; nothing where only a moderator ends it. */
  removedUntil: z.nullable(z.iso.datetime()),
  /** When it was shown again, or gave way to something else. */
  endedAt: z.nullable(z.iso.datetime()),
  appeal: z.nullable(Appeal),
});
export type ContentRemoval = z.infer<typeof ContentRemoval>;

const RemovalParams = z.object({ removalId: Id });

/** What of `moderation` takes something out of others' sight. */
export const contentRemovalEndpoints = {
  /** Its owner, and whoever is aboard a ride, is told why and until when; its owner can appeal. */
  hide: endpoint({
    summary:
      "Take a ride, a request, or somebody's words or photo out of others' sight, for some days or until it is shown again",
    method: "POST",
    path: "/moderation/content-removals",
    access: "moderator",
    idempotent: true,
    body: z.object({ about: ContentRef, reason: ModeratorText, days: DurationDays }),
    reply: ContentRemoval,
    status: 201,
    problems: ["not_found", "own_moderation", "status_already_set"],
  }),
  contentRemovals: endpoint({
    summary:
      "What is hidden and somebody appealed: appeals that wait, the oldest first, or those decided, the last first",
    method: "GET",
    path: "/moderation/content-removals",
    access: "moderator",
    query: QueueQuery,
    reply: pageOf(ContentRemoval),
  }),
  /** Words or a photo come back where nothing took their place. */
  show: endpoint({
    summary: "Show others again what was hidden; its owner is told why",
    method: "POST",
    path: "/moderation/content-removals/:removalId/show",
    access: "moderator",
    idempotent: true,
    params: RemovalParams,
    body: ReasonBody,
    reply: ContentRemoval,
    problems: ["not_found", "status_already_set"],
  }),
  /** Who appealed is told what was decided and why. */
  decideRemovalAppeal: endpoint({
    summary: "Decide an appeal against a hiding: it is shown again, or stays hidden",
    method: "POST",
    path: "/moderation/content-removals/:removalId",
    access: "moderator",
    idempotent: true,
    params: RemovalParams,
    body: z.object({ show: z.boolean(), reason: ModeratorText }),
    reply: ContentRemoval,
    problems: ["not_found", "status_already_set"],
  }),
};
