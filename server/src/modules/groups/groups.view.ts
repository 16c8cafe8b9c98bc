import type { Group } from "@commonlane/contract/groups";
import { GROUP_MIN_COUNT_SHOWN } from "@commonlane/contract/limits";
import type { GroupRow } from "./groups.store.ts";

/** A group as one user may see it; the row says what this user is in it. */
export function viewGroup(row: GroupRow): Group {
  const { own_role: role, members, required_mark_id, mark_name, mark_meaning } = row;
  const isMember = role === "manager" || role === "member";
  const isSizeShown = isMember || (row.shows_size && members >= GROUP_MIN_COUNT_SHOWN);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    joining: row.joining,
    requiredMarkId: required_mark_id,
    requiredMark:
      required_mark_id !== null && mark_name !== null && mark_meaning !== null
        ? { id: required_mark_id, name: mark_name, meaning: mark_meaning }
        : null,
    isListed: row.is_listed,
    showsSize: row.shows_size,
    memberList: row.member_list,
    memberCount: isSizeShown ? members : null,
    role,
    meetsMark: row.meets_mark,
    waitingRequests: role === "manager" ? row.waiting : null,
  };
}
