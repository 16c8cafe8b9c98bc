import type { Group } from "@commonlane/contract/groups";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";

/** How many members a group has; undefined if that is not shown. */
export function useSizeText(): (group: Pick<Group, "memberCount">) => string | undefined {
  const { t } = useLingui();
  return ({ memberCount }) =>
    memberCount === null
      ? undefined
      : t`${plural(memberCount, {
          one: "# member",
          other: "# members",
        })}`;
}

/** Who may join a group. */
export function useJoiningTexts(): Readonly<Record<Group["joining"], string>> {
  const { t } = useLingui();
  return {
    open: t`Anyone can join`,
    approval: t`Managers decide who joins`,
    invitation: t`Only with an invitation link`,
  };
}

interface RoleLabel {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: "ok" | "info" | "warn";
}

/** What the user is in a group; undefined if nothing. */
export function useRoleLabels(): Readonly<Record<Group["role"], RoleLabel | undefined>> {
  const { t } = useLingui();
  return {
    manager: {
      label: t({
        comment: "Someone who manages a group.",
        message: "Manager",
      }),
      icon: "shield",
      tone: "info",
    },
    member: {
      label: t({
        comment: "Someone who is in a group.",
        message: "Member",
      }),
      icon: "check",
      tone: "ok",
    },
    requested: {
      label: t`Request sent`,
      icon: "clock",
      tone: "warn",
    },
    none: undefined,
  };
}
