import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { GroupParams } from "./groups.ts";
import { PublicPerson } from "./profiles.ts";
import { Id, pageOf, PageQuery, SuccessReply } from "./shapes.ts";

export const JoinRequest = z.object({
  person: PublicPerson,
  message: z.nullable(z.string()),
  requestedAt: z.iso.datetime(),
});
export type JoinRequest = z.infer<typeof JoinRequest>;

/** Numbers of one week that is over; null where fewer than five people are behind a number, also for none. */
export const GroupWeek = z.object({
  /** Monday, YYYY-MM-DD. */
  weekOf: z.string(),
  /** Today's members who had joined by the end of the week. */
  members: z.nullable(z.int()),
  ridesOffered: z.nullable(z.int()),
  seatsBooked: z.nullable(z.int()),
});
export type GroupWeek = z.infer<typeof GroupWeek>;

const MemberParams = z.object({
  groupId: Id,
  uid: Id,
});

/** What managers do; others are refused with `not_yours`, outsiders of an unlisted group with `not_found`. */
export const groupManagement = {
  requests: endpoint({
    summary: "List the requests to join a group, oldest first",
    method: "GET",
    path: "/groups/:groupId/join-requests",
    access: "signed-in",
    params: GroupParams,
    query: PageQuery,
    reply: pageOf(JoinRequest),
    problems: ["not_found", "not_yours"],
  }),
  decide: endpoint({
    summary: "Accept or decline a request to join a group",
    method: "POST",
    path: "/groups/:groupId/join-requests/:uid",
    access: "signed-in",
    params: MemberParams,
    body: z.object({ isAccepted: z.boolean() }),
    reply: SuccessReply,
    problems: ["not_found", "not_yours", "mark_needed", "groups_enough"],
  }),
  setRole: endpoint({
    summary: "Make a member a manager, or a manager a member",
    method: "PUT",
    path: "/groups/:groupId/members/:uid",
    access: "signed-in",
    confirmed: true,
    params: MemberParams,
    body: z.object({ role: z.enum(["manager", "member"]) }),
    reply: SuccessReply,
    problems: ["not_found", "not_yours", "last_manager"],
  }),
  removeMember: endpoint({
    summary: "Remove a member from a group",
    method: "DELETE",
    path: "/groups/:groupId/members/:uid",
    access: "signed-in",
    params: MemberParams,
    reply: SuccessReply,
    problems: ["not_found", "not_yours", "last_manager"],
  }),
  invitation: endpoint({
    summary: "Say whether the group has an invitation link, and since when",
    method: "GET",
    path: "/groups/:groupId/invitation",
    access: "signed-in",
    params: GroupParams,
    reply: z.object({ createdAt: z.nullable(z.iso.datetime()) }),
    problems: ["not_found", "not_yours"],
  }),
  createInvitation: endpoint({
    summary: "Make an invitation link, which replaces the one before",
    method: "POST",
    path: "/groups/:groupId/invitation",
    access: "signed-in",
    params: GroupParams,
    reply: z.object({ code: z.string() }),
    status: 201,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["not_found", "not_yours"],
  }),
  removeInvitation: endpoint({
    summary: "Make the invitation link of a group invalid",
    method: "DELETE",
    path: "/groups/:groupId/invitation",
    access: "signed-in",
    params: GroupParams,
    reply: SuccessReply,
    problems: ["not_found", "not_yours"],
  }),
  statistics: endpoint({
    summary: "Count a group's members, rides and booked seats in each of the last 26 whole weeks",
    method: "GET",
    path: "/groups/:groupId/statistics",
    access: "signed-in",
    params: GroupParams,
    reply: z.object({ weeks: z.array(GroupWeek) }),
    limits: [{ by: "account", count: 60, perS: 60 }],
    problems: ["not_found", "not_yours"],
  }),
};

/** Groups as administrators see them, also unlisted ones. */
export const groupAdministration = {
  list: endpoint({
    summary: "List all groups, by name",
    method: "GET",
    path: "/administration/groups",
    access: "administrator",
    query: PageQuery,
    reply: pageOf(
      z.object({
        id: Id,
        name: z.string(),
        description: z.nullable(z.string()),
        isListed: z.boolean(),
        memberCount: z.int(),
        managers: z.array(PublicPerson),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
  remove: endpoint({
    summary: "Remove a group",
    method: "DELETE",
    path: "/administration/groups/:groupId",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: GroupParams,
    reply: SuccessReply,
    problems: ["not_found"],
  }),
  /** For a group whose managers have left. */
  setManager: endpoint({
    summary: "Make a member of a group its manager",
    method: "POST",
    path: "/administration/groups/:groupId/managers",
    access: "administrator",
    confirmed: true,
    loggedByHandler: true,
    params: GroupParams,
    body: z.object({ uid: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
