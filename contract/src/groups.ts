import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { GROUP_MESSAGE_MAX_LENGTH, GROUP_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "./limits.ts";
import { PublicPerson, TrustMark } from "./profiles.ts";
import { cleanText, Id, pageOf, PageQuery, SuccessReply } from "./shapes.ts";

/*
 * Groups of members who belong together: a faculty, a company, a village, a club. Rides, ride requests, events and
 * saved searches can be for the members of one group only.
 */

const groupFields = {
  name: z.pipe(cleanText(GROUP_NAME_MAX_LENGTH), z.string().check(z.minLength(1))),
  description: z.nullable(cleanText(NOTE_MAX_LENGTH)),
  /** Anyone may join, or managers decide, or only people with the group's invitation link may join. */
  joining: z.enum(["open", "approval", "invitation"]),
  /** Only holders of this trust mark can be members; a member who loses it is none from that moment. */
  requiredMarkId: z.nullable(Id),
  /** Whether others find the group. If not, it does not exist for them, except with its invitation link. */
  isListed: z.boolean(),
  /** Whether others see how many members a listed group has. Fewer than five are never shown. */
  showsSize: z.boolean(),
  /** Who sees the list of members. */
  memberList: z.enum(["members", "managers"]),
} as const;

export const GroupChange = z.object(groupFields);
export type GroupChange = z.output<typeof GroupChange>;

/** What the caller is in a group; `requested`: has asked to join. */
export const GroupRole = z.enum(["manager", "member", "requested", "none"]);
export type GroupRole = z.infer<typeof GroupRole>;

export const Group = z.object({
  id: Id,
  ...groupFields,
  name: z.string(),
  description: z.nullable(z.string()),
  /**
   * Null with a false `meetsMark` if the community has removed the mark: the group has no members then, until a manager
   * changes it.
   */
  requiredMark: z.nullable(TrustMark),
  /** Exact for members. For others in steps of five; null if it is not shown or below five. */
  memberCount: z.nullable(z.int()),
  role: GroupRole,
  /** False if the caller lacks the required mark. */
  meetsMark: z.boolean(),
  /** Join requests that wait for an answer; null for everyone but managers. */
  waitingRequests: z.nullable(z.int()),
});
export type Group = z.infer<typeof Group>;

export const GroupMember = z.object({
  person: PublicPerson,
  role: z.enum(["manager", "member"]),
  joinedAt: z.iso.datetime(),
});
export type GroupMember = z.infer<typeof GroupMember>;

/** Secret of an invitation link; its plain text is returned only when it is made. */
const InvitationCode = z.string().check(z.maxLength(64));

export const GroupParams = z.object({ groupId: Id });

export const groups = {
  list: endpoint({
    summary:
      "List groups that others can find, by name, or those with all words of `query` in name or description",
    method: "GET",
    path: "/groups",
    access: "signed-in",
    query: z.extend(PageQuery, { query: z.optional(cleanText(100)) }),
    reply: z.extend(pageOf(Group), {
      /** True if the caller may create groups. */
      mayCreate: z.boolean(),
    }),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
  own: endpoint({
    summary: "List the groups that the caller belongs to or has asked to join, by name",
    method: "GET",
    path: "/groups/own",
    access: "signed-in",
    reply: z.object({ items: z.array(Group) }),
  }),
  create: endpoint({
    summary: "Create a group, if the community lets the caller, who becomes its manager",
    method: "POST",
    path: "/groups",
    access: "signed-in",
    idempotent: true,
    body: GroupChange,
    reply: Group,
    status: 201,
    limits: [{ by: "account", count: 20, perS: 3600 }],
    problems: ["invalid_input", "moderators_only", "mark_needed", "groups_enough"],
  }),
  one: endpoint({
    summary: "Get a group that the caller may see",
    method: "GET",
    path: "/groups/:groupId",
    access: "signed-in",
    params: GroupParams,
    reply: Group,
    problems: ["not_found"],
  }),
  change: endpoint({
    summary: "Change a group that the caller manages",
    method: "PUT",
    path: "/groups/:groupId",
    access: "signed-in",
    params: GroupParams,
    body: GroupChange,
    reply: Group,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "not_found", "not_yours", "mark_needed"],
  }),
  remove: endpoint({
    summary: "Remove a group that the caller manages; seats that were agreed stay",
    method: "DELETE",
    path: "/groups/:groupId",
    access: "signed-in",
    params: GroupParams,
    reply: SuccessReply,
    problems: ["not_found", "not_yours"],
  }),
  join: endpoint({
    summary: "Join an open group, or ask to join one whose managers decide",
    method: "POST",
    path: "/groups/:groupId/join",
    access: "signed-in",
    params: GroupParams,
    body: z.object({ message: z.nullable(cleanText(GROUP_MESSAGE_MAX_LENGTH)) }),
    reply: Group,
    limits: [{ by: "account", count: 30, perS: 3600 }],
    problems: ["not_found", "mark_needed", "invitation_needed", "groups_enough"],
  }),
  leave: endpoint({
    summary: "Leave a group, or withdraw the request to join it",
    method: "POST",
    path: "/groups/:groupId/leave",
    access: "signed-in",
    params: GroupParams,
    reply: SuccessReply,
    problems: ["not_found", "last_manager"],
  }),
  openInvitation: endpoint({
    summary: "Get the group of an invitation link",
    method: "POST",
    path: "/groups/invitations/open",
    access: "signed-in",
    body: z.object({ code: InvitationCode }),
    reply: Group,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["link_over", "too_many"],
  }),
  acceptInvitation: endpoint({
    summary: "Join the group of an invitation link, or ask to join it if its managers decide",
    method: "POST",
    path: "/groups/invitations/accept",
    access: "signed-in",
    body: z.object({
      code: InvitationCode,
      message: z.optional(z.nullable(cleanText(GROUP_MESSAGE_MAX_LENGTH))),
    }),
    reply: Group,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["link_over", "mark_needed", "groups_enough", "too_many"],
  }),
  members: endpoint({
    summary: "List the members of a group, managers first, then by name",
    method: "GET",
    path: "/groups/:groupId/members",
    access: "signed-in",
    params: GroupParams,
    query: PageQuery,
    reply: pageOf(GroupMember),
    problems: ["not_found", "not_yours"],
  }),
};
