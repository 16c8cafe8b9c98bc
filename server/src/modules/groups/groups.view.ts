import type { Group } from "@commonlane/contract/groups";
import { GROUP_MIN_COUNT_SHOWN } from "@commonlane/contract/limits";
import type { GroupRow } from "./groups.store.ts";

/** Whole steps of people who count, so that it does not change with each who joins or leaves; null below one step. */
function sizeForOthers({ shows_size, established_members }: GroupRow): number | null {
  if (!shows_size || established_members < GROUP_MIN_COUNT_SHOWN) return null;
  return established_members - (established_members % GROUP_MIN_COUNT_SHOWN);
}

/** A group as one user may see it; the row says what this user is in it. */
export function viewGroup(row: GroupRow): Group {
  const { members, required_mark_id, mark_name, mark_meaning } = row;
  const role = row.own_role;
  const isMember = role === "manager" || role === "member";
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    joining: row.joining,
    requiredMarkId: required_mark_id,
    requiredMark:
      required_mark_id !== null && mark_name !== null && mark_meaning !== null
        ? {
            id: required_mark_id,
            name: mark_name,
            meaning: mark_meaning,
          }
        : null,
    isListed: row.is_listed,
    showsSize: row.shows_size,
    memberList: row.member_list,
    memberCount: isMember ? members : sizeForOthers(row),
    role,
    meetsMark: row.meets_mark,
    waitingRequests: role === "manager" ? row.waiting : null,
  };
}
