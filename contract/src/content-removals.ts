import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, SuccessReply, Id } from "./shapes.ts";

/** What moderators can take out of others' sight: a ride, a request, and what somebody says or shows of themselves. */
export const ContentKind = z.enum(["ride", "ride-request", "bio", "photo"]);
export type ContentKind = z.infer<typeof ContentKind>;

/** What was hidden; words and a photo go by the id of their person. */
export const ContentRef = z.object({ kind: ContentKind, id: Id });
export type ContentRef = z.infer<typeof ContentRef>;

/** Something hidden, as those are told whom it concerns. */
export const OwnContentRemoval = z.object({
  id: Id,
  about: ContentRef,
  reason: z.string(),
  removedAt: z.iso.datetime(),
  /** When it is seen again by itself; nothing where moderators alone end it. */
  removedUntil: z.nullable(z.iso.datetime()),
  /** Theirs, and so theirs to appeal against; otherwise they are aboard. */
  own: z.boolean(),
  appealedAt: z.nullable(z.iso.datetime()),
  /** What moderators answered to the appeal. */
  note: z.nullable(z.string()),
});
export type OwnContentRemoval = z.infer<typeof OwnContentRemoval>;

export const contentRemovals = {
  listOwn: endpoint({
    summary: "What moderators have hidden of the caller's, or of the rides the caller is aboard; at most 100",
    method: "GET",
    path: "/content-removals",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnContentRemoval) }),
  }),
  appeal: endpoint({
    summary: "Ask moderators to look once more at what they hid of the caller's, once",
    method: "POST",
    path: "/content-removals/:removalId/appeal",
    access: "signed-in",
    idempotent: true,
    params: z.object({ removalId: Id }),
    body: z.object({ reason: z.pipe(cleanText(NOTE_MAX_LENGTH), z.string().check(z.minLength(1))) }),
    reply: SuccessReply,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["not_found", "status_already_set"],
  }),
};
