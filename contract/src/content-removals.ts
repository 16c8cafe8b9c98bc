import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, SuccessReply, Id } from "./shapes.ts";

/** Content that moderators can hide: rides, ride requests, bios, photos and events. */
export const ContentKind = z.enum(["ride", "ride-request", "bio", "photo", "event"]);
export type ContentKind = z.infer<typeof ContentKind>;

/** Reference to hidden content; a bio and a photo have the id of their user. */
export const ContentRef = z.object({
  kind: ContentKind,
  id: Id,
});
export type ContentRef = z.infer<typeof ContentRef>;

/** A content removal as shown to the users concerned. */
export const OwnContentRemoval = z.object({
  id: Id,
  about: ContentRef,
  reason: z.string(),
  removedAt: z.iso.datetime(),
  /** End of the removal; null if only a moderator can end it. */
  removedUntil: z.nullable(z.iso.datetime()),
  /** True if the caller owns the content and can appeal; otherwise the caller is a passenger. */
  own: z.boolean(),
  appealedAt: z.nullable(z.iso.datetime()),
  /** The moderator's answer to the appeal. */
  note: z.nullable(z.string()),
});
export type OwnContentRemoval = z.infer<typeof OwnContentRemoval>;

export const contentRemovals = {
  listOwn: endpoint({
    summary: "List removals of the caller's content and of rides the caller is on; at most 100",
    method: "GET",
    path: "/content-removals",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnContentRemoval) }),
  }),
  appeal: endpoint({
    summary: "Appeal against a content removal, once",
    method: "POST",
    path: "/content-removals/:removalId/appeal",
    access: "signed-in",
    idempotent: true,
    params: z.object({ removalId: Id }),
    body: z.object({
      reason: z.pipe(cleanText(NOTE_MAX_LENGTH), z.string().check(z.minLength(1))),
    }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["not_found", "status_already_set"],
  }),
};
