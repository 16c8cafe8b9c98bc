import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { Id } from "./shapes.ts";

/** Members that something can be for: the holders of a trust mark, or the members of a group. */
export const AudienceKind = z.enum(["mark", "group"]);
export type AudienceKind = z.infer<typeof AudienceKind>;

/**
 * The members that a ride, ride request or event is for. Kind and name are null after the mark or group has been
 * removed; then no one else can join.
 */
export const MembersOf = z.object({
  id: Id,
  kind: z.nullable(AudienceKind),
  name: z.nullable(z.string()),
});
export type MembersOf = z.infer<typeof MembersOf>;

/** A mark or group that its member can choose. */
export const OwnAudience = z.object({
  id: Id,
  kind: AudienceKind,
  name: z.string(),
});
export type OwnAudience = z.infer<typeof OwnAudience>;

export const audiences = {
  own: endpoint({
    summary: "List the trust marks that the caller holds and the caller's groups, by name",
    method: "GET",
    path: "/audiences",
    access: "signed-in",
    reply: z.object({ items: z.array(OwnAudience) }),
  }),
};
