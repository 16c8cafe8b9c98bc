import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { MEETING_POINT_NAME_MAX_LENGTH, MEETING_POINT_NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, Id, Lat, Lng, PickupKind, SuccessReply, withDefault } from "./shapes.ts";

/**
 * A place where passengers get in and out, defined by moderators for everyone or by a host for their own rides. Shown to
 * anyone who finds such a ride (docs/domain.md, Pickup points).
 */
export const MeetingPoint = z.object({
  id: Id,
  /** Of the community, or the caller's own. */
  owner: z.enum(["community", "host"]),
  name: z.string(),
  kind: PickupKind,
  lat: Lat,
  lng: Lng,
  note: z.nullable(z.string()),
  /** Parking spaces. */
  capacity: z.nullable(z.int()),
  /** The only ride it is for; null for all rides. */
  rideId: z.nullable(Id),
  createdAt: z.iso.datetime(),
});
export type MeetingPoint = z.infer<typeof MeetingPoint>;

const details = {
  name: z.pipe(cleanText(MEETING_POINT_NAME_MAX_LENGTH), z.string().check(z.minLength(1))),
  kind: withDefault(PickupKind, "meetingPoint"),
  lat: Lat,
  lng: Lng,
  note: z.nullish(cleanText(MEETING_POINT_NOTE_MAX_LENGTH)),
  capacity: z.nullish(z.int().check(z.gte(1), z.lte(10_000))),
};
export const MeetingPointDetails = z.object(details);
export type MeetingPointDetails = z.output<typeof MeetingPointDetails>;

const MeetingPointParams = z.object({ meetingPointId: Id });

export const meetingPoints = {
  list: endpoint({
    summary: "List the community's meeting points and the caller's own, by name",
    method: "GET",
    path: "/meeting-points",
    access: "signed-in",
    reply: z.object({ items: z.array(MeetingPoint) }),
  }),
  create: endpoint({
    summary: "Define a meeting point for the caller's rides, or for one of them",
    method: "POST",
    path: "/meeting-points",
    access: "signed-in",
    idempotent: true,
    body: z.object({
      ...details,
      rideId: z.nullish(Id),
    }),
    reply: MeetingPoint,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_found", "meeting_points_enough"],
  }),
  change: endpoint({
    summary: "Change a meeting point of the caller",
    method: "PUT",
    path: "/meeting-points/:meetingPointId",
    access: "signed-in",
    params: MeetingPointParams,
    body: MeetingPointDetails,
    reply: MeetingPoint,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_found"],
  }),
  remove: endpoint({
    summary: "Delete a meeting point of the caller",
    method: "DELETE",
    path: "/meeting-points/:meetingPointId",
    access: "signed-in",
    params: MeetingPointParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  createForCommunity: endpoint({
    summary: "Define a meeting point for all rides of the community",
    method: "POST",
    path: "/moderation/meeting-points",
    access: "moderator",
    idempotent: true,
    body: MeetingPointDetails,
    reply: MeetingPoint,
    status: 201,
    problems: ["invalid_input", "meeting_points_enough"],
  }),
  changeForCommunity: endpoint({
    summary: "Change a meeting point of the community",
    method: "PUT",
    path: "/moderation/meeting-points/:meetingPointId",
    access: "moderator",
    params: MeetingPointParams,
    body: MeetingPointDetails,
    reply: MeetingPoint,
    problems: ["invalid_input", "not_found"],
  }),
  removeForCommunity: endpoint({
    summary: "Delete a meeting point of the community",
    method: "DELETE",
    path: "/moderation/meeting-points/:meetingPointId",
    access: "moderator",
    params: MeetingPointParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
