import type { Group, GroupChange } from "@commonlane/contract/groups";

/** What the form of a group holds. */
export interface GroupDraft extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly joining: GroupChange["joining"];
  /** Empty: none. */
  readonly requiredMarkId: string;
  readonly isListed: boolean;
  readonly showsSize: boolean;
  readonly memberList: GroupChange["memberList"];
}

export const NEW_GROUP: GroupDraft = {
  name: "",
  description: "",
  joining: "approval",
  requiredMarkId: "",
  isListed: true,
  showsSize: true,
  memberList: "members",
};

export const draftFromGroup = (group: Group): GroupDraft => ({
  name: group.name,
  description: group.description ?? "",
  joining: group.joining,
  // The community may have removed the mark.
  requiredMarkId: group.requiredMark?.id ?? "",
  isListed: group.isListed,
  showsSize: group.showsSize,
  memberList: group.memberList,
});

export const changeFromDraft = (draft: GroupDraft): GroupChange => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  joining: draft.joining,
  requiredMarkId: draft.requiredMarkId || null,
  isListed: draft.isListed,
  showsSize: draft.showsSize,
  memberList: draft.memberList,
});
