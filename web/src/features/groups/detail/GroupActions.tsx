import { type Group, groups } from "@commonlane/contract/groups";
import { GROUP_MESSAGE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Menu } from "#shared/ui/Menu.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useRoleLabels } from "../group-text.ts";
import { useGroupCall, useJoinGroup } from "../groups.queries.ts";
import { ConfirmDialog, useGoToGroups } from "./ConfirmDialog.tsx";

interface GroupActionsProps {
  readonly group: Group;
  /** Of the invitation link by which the user sees the group. */
  readonly code?: string;
  readonly onJoined?: () => void;
}

/** The step that the user can take: join, ask, withdraw the request, or what members and managers do. */
export function GroupActions(props: GroupActionsProps) {
  const { role } = props.group;
  if (role === "none") return <JoinAction {...props} />;
  return role === "requested" ? <SentRequest {...props} /> : <MemberMenu group={props.group} />;
}

function JoinAction(props: GroupActionsProps) {
  const { t } = useLingui();
  const { group, code } = props;
  if (!group.meetsMark) return <MarkNeeded group={group} />;
  if (group.joining === "approval") return <AskButton {...props} />;
  if (group.joining === "open" || code !== undefined) return <JoinButton {...props} />;
  return <Notice tone="info">{t`Ask a manager of this group for its invitation link.`}</Notice>;
}

function JoinButton({ group: { id, name }, code, onJoined }: GroupActionsProps) {
  const { t } = useLingui();
  const toast = useToast();
  const join = useJoinGroup(id, code);
  const onJoin = () =>
    afterMutation(join.mutateAsync(null), () => {
      toast({
        message: t`You joined ${name}.`,
        type: "success",
      });
      onJoined?.();
    });
  return (
    <div className="grid gap-3">
      <Button size="lg" icon="plus" busy={join.isPending} onClick={onJoin}>{t`Join`}</Button>
      <ErrorNotice error={join.error} />
    </div>
  );
}

function AskButton({ group: { id, name }, code, onJoined }: GroupActionsProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const ask = useJoinGroup(id, code);
  const send = (message: string) =>
    afterMutation(ask.mutateAsync(message || null), () => {
      setOpen(false);
      onJoined?.();
    });
  return (
    <>
      <Button
        size="lg"
        icon="send"
        className="w-full"
        onClick={() => setOpen(true)}
      >{t`Ask to join`}</Button>
      <ReasonDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t`Ask to join ${name}`}
        text={t`A manager of the group answers your request.`}
        label={t`Message to the managers`}
        cancelLabel={t`Cancel`}
        confirmLabel={t`Send request`}
        icon="send"
        isHarmless
        maxLength={GROUP_MESSAGE_MAX_LENGTH}
        busy={ask.isPending}
        error={ask.error ? errorText(ask.error) : undefined}
        onConfirm={send}
      />
    </>
  );
}

function SentRequest({ group: { id, isListed }, code }: GroupActionsProps) {
  const { t } = useLingui();
  const goToGroups = useGoToGroups();
  const withdraw = useGroupCall(groups.leave);
  const onWithdraw = () =>
    afterMutation(withdraw.mutateAsync({ params: { groupId: id } }), () => {
      // The page of the group does not exist for the user any more.
      if (!isListed && code === undefined) goToGroups(t`Your request was withdrawn.`);
    });
  return (
    <div className="grid gap-3">
      <Notice tone="info">{t`You asked to join. You get a notification when a manager answers.`}</Notice>
      <Button
        variant="line"
        className="justify-self-start"
        busy={withdraw.isPending}
        onClick={onWithdraw}
      >
        {t({
          message: "Withdraw request",
          context: "to join a group",
        })}
      </Button>
      <ErrorNotice error={withdraw.error} />
    </div>
  );
}

/** Which trust mark someone lacks to join a group, and what it means. */
function MarkNeeded({ group: { requiredMark } }: { group: Group }) {
  const { t } = useLingui();
  if (!requiredMark)
    return (
      <Notice tone="warn">{t`You can't join: the trust mark that this group requires was removed.`}</Notice>
    );
  const mark = requiredMark.name;
  return (
    <Notice tone="warn">
      <p>{t`You can't join without the trust mark “${mark}”.`}</p>
      <p className="mt-1 font-normal wrap-anywhere">{requiredMark.meaning}</p>
    </Notice>
  );
}

/** What members are in the group, and what they can do about it. */
function MemberMenu({ group }: { group: Group }) {
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
