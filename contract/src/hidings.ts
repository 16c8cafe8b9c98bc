import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, Done, Id } from "./shapes.ts";

/** What moderators can take out of others' sight: a ride, a request, and what somebody says or shows of themselves. */
export const HiddenKind = z.enum(["ride", "ride-request", "bio", "photo"]);
export type HiddenKind = z.infer<typeof HiddenKind>;

/** What was hidden; words and a photo go by the id of their person. */
export const HiddenThing = z.object({ kind: HiddenKind, id: Id });
export type HiddenThing = z.infer<typeof HiddenThing>;

/** Something hidden, as those are told whom it concerns. */
export const OwnHiding = z.object({
  id: Id,
  about: HiddenThing,
  reason: z.string(),
  hiddenAt: z.iso.datetime(),
  /** When it is seen again by itself; nothing where moderators alone end it. */
  hiddenUntil: z.nullable(z.iso.datetime()),
  /** Theirs, and so theirs to appeal against; otherwise they are aboard. */
  own: z.boolean(),
  appealedAt: z.nullable(z.iso.datetime()),
  /** What moderators answered to the appeal. */
  note: z.nullable(z.string()),
});
export type OwnHiding = z.infer<typeof OwnHiding>;

export const hidings = {
  mine: endpoint({
    summary: "What moderators have hidden of the caller's, or of the rides the caller is aboard; at most 100",
    method: "GET",
    path: "/hidings",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnHiding) }),
  }),
  appeal: endpoint({
    summary: "Ask moderators to look once more at what they hid of the caller's, once",
    method: "POST",
    path: "/hidings/:hidingId/appeal",
    access: "signed-in",
    idempotent: true,
    params: z.object({ hidingId: Id }),
    body: z.object({ reason: z.pipe(cleanText(NOTE_MAX_LENGTH), z.string().check(z.minLength(1))) }),
    reply: Done,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["not_found", "status_already_set"],
  }),
};
