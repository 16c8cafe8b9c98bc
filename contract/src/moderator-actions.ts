import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { ModeratedPerson } from "./moderation-shapes.ts";
import { Id } from "./shapes.ts";

/** Actions that can be undone for a while. The others are ended by their opposite, at any time. */
export const moderatorActionKinds = [
  "warn",
  "suspend",
  "hide",
  "resolve",
  "decide-removal-appeal",
  "decide-rating-appeal",
] as const;
export const ModeratorActionKind = z.enum(moderatorActionKinds);
export type ModeratorActionKind = z.infer<typeof ModeratorActionKind>;

export const ModeratorAction = z.object({
  id: Id,
  kind: ModeratorActionKind,
  /** The user concerned, and the moderator; null if the account was deleted. */
  person: z.nullable(ModeratedPerson),
  moderator: z.nullable(ModeratedPerson),
  /** The report that it answers, if any. */
  reportId: z.nullable(Id),
  reason: z.string(),
  takenAt: z.iso.datetime(),
  /** Pending actions can be undone until `finalAt`; nothing was sent to the user so far. */
  state: z.enum(["pending", "final", "undone"]),
  finalAt: z.iso.datetime(),
  undoneBy: z.nullable(ModeratedPerson),
  undoneAt: z.nullable(z.iso.datetime()),
});
export type ModeratorAction = z.infer<typeof ModeratorAction>;

export const moderatorActionEndpoints = {
  actions: endpoint({
    summary:
      "List the actions of all moderators that can still be undone, newest first; at most 50",
    method: "GET",
    path: "/moderation/actions",
    access: "moderator",
    reply: z.object({ items: z.array(ModeratorAction) }),
  }),
  /** Any moderator can undo it. A suspended user, who may have been signed out, is told; others learn nothing. */
  undo: endpoint({
    summary: "Undo an action of a moderator while it is pending",
    method: "POST",
    path: "/moderation/actions/:actionId/undo",
    access: "moderator",
    idempotent: true,
    params: z.object({ actionId: Id }),
    reply: ModeratorAction,
    problems: ["not_found", "own_moderation", "administrators_only", "status_already_set"],
  }),
};
