import { definePolicy } from "#platform/policy.ts";
import type { GroupRow } from "./groups.store.ts";

type Standing = Pick<GroupRow, "own_role" | "member_list">;

/** Calls about a group that not everyone who sees it may make. A row is as its reader sees it, with their own role. */
export const groupPolicy = definePolicy(
  {
    manager: (group: Standing) => group.own_role === "manager",
    "member, if members may see each other": (group: Standing) =>
      group.own_role === "member" && group.member_list === "members",
  },
  {
    "groups.change": ["manager"],
    "groups.remove": ["manager"],
    "groups.members": ["manager", "member, if members may see each other"],
    "groupManagement.requests": ["manager"],
    "groupManagement.decide": ["manager"],
    "groupManagement.setRole": ["manager"],
    "groupManagement.removeMember": ["manager"],
    "groupManagement.invitation": ["manager"],
    "groupManagement.createInvitation": ["manager"],
    "groupManagement.removeInvitation": ["manager"],
    "groupManagement.statistics": ["manager"],
  },
);

export type GroupCall = keyof (typeof groupPolicy)["calls"];
