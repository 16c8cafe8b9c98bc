import { type Group, groups } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Menu } from "#shared/ui/Menu.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useGroupCall } from "../groups.queries.ts";
import { useRoleLabels } from "../group-text.ts";
import { ConfirmDialog, useGoToGroups } from "./ConfirmDialog.tsx";

/** What members are in the group, and what they can do about it. */
export function MemberMenu({ group }: { group: Group }) {
  const { t } = useLingui();
  const [confirming, setConfirming] = useState<"leave" | "delete">();
  const isManager = group.role === "manager";
  const role = useRoleLabels()[group.role];
  const leave = {
    label: t`Leave group`,
    icon: "logout",
    onSelect: () => setConfirming("leave"),
  } as const;
  const remove = {
    label: t`Delete group`,
    icon: "trash",
    danger: true,
    onSelect: () => setConfirming("delete"),
  } as const;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {role && (
        <Pill tone={role.tone} icon={role.icon}>
          {role.label}
        </Pill>
      )}
      {isManager && (
        <Link to={`/groups/${group.id}/edit`} className={buttonClasses("line", "sm")}>
          <Icon name="edit" />
          {t`Edit group`}
        </Link>
      )}
      <div className="ms-auto">
        <Menu
          label={t`More about this group`}
          trigger={<Icon name="dots" className="size-6" />}
          triggerClassName="grid size-11 place-items-center rounded-md text-ink-2 hover:bg-sunken"
          items={isManager ? [leave, remove] : [leave]}
        />
      </div>
      {confirming === "leave" && (
        <LeaveDialog group={group} onClose={() => setConfirming(undefined)} />
      )}
      {confirming === "delete" && (
        <DeleteDialog group={group} onClose={() => setConfirming(undefined)} />
      )}
    </div>
  );
}

interface GroupDialogProps {
  readonly group: Group;
  readonly onClose: () => void;
}

function LeaveDialog({ group: { id, name }, onClose }: GroupDialogProps) {
  const { t } = useLingui();
  const goToGroups = useGoToGroups();
  const leave = useGroupCall(groups.leave);
  return (
    <ConfirmDialog
      title={t`Leave ${name}?`}
      text={t`You lose access to rides for this group. Seats that you booked on them and rides that you offer to it are cancelled.`}
      confirmLabel={t`Leave group`}
      call={leave}
      onConfirm={() => leave.mutateAsync({ params: { groupId: id } })}
      onDone={() => goToGroups(t`You left ${name}.`)}
      onClose={onClose}
    />
  );
}

function DeleteDialog({ group: { id, name }, onClose }: GroupDialogProps) {
  const { t } = useLingui();
  const goToGroups = useGoToGroups();
  const remove = useGroupCall(groups.remove);
  return (
    <ConfirmDialog
      title={t`Delete ${name}?`}
      text={t`All members lose the group. This can't be undone.`}
      confirmLabel={t`Delete group`}
      call={remove}
      onConfirm={() => remove.mutateAsync({ params: { groupId: id } })}
      onDone={() => goToGroups(t`${name} was deleted.`)}
      onClose={onClose}
    />
  );
}
