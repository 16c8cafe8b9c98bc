import { type Group, groups } from "@commonlane/contract/groups";
import { GROUP_MESSAGE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { ReasonDialog } from "#shared/ui/ReasonDialog.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useGroupCall } from "../groups.queries.ts";
import { MarkNeeded } from "../MarkNeeded.tsx";
import { MemberMenu } from "./MemberMenu.tsx";

/** The step that the user can take: join, ask, withdraw the request, or what members and managers do. */
export function GroupActions({ group }: { group: Group }) {
  const { t } = useLingui();
  // Each step replaces the button of the one before.
  const root = useReturnFocus<HTMLDivElement>(group.role !== "none", "button");
  return (
    <div ref={root}>
      {(group.role === "manager" || group.role === "member") && <MemberMenu group={group} />}
      {group.role === "requested" && <SentRequest group={group} />}
      {group.role === "none" && !group.meetsMark && <MarkNeeded group={group} />}
      {group.role === "none" && group.meetsMark && group.joining === "open" && <JoinButton group={group} />}
      {group.role === "none" && group.meetsMark && group.joining === "approval" && <AskButton group={group} />}
      {group.role === "none" && group.meetsMark && group.joining === "invitation" && (
        <Notice tone="info">{t`Ask a manager of this group for its invitation link.`}</Notice>
      )}
    </div>
  );
}

function JoinButton({ group: { id: groupId, name } }: { group: Group }) {
  const { t } = useLingui();
  const toast = useToast();
  const join = useGroupCall(groups.join);
  const onJoin = () =>
    afterMutation(join.mutateAsync({ params: { groupId }, body: { message: null } }), () =>
      toast({ message: t`You joined ${name}.`, type: "success" }),
    );
  return (
    <div className="grid gap-3">
      <Button size="lg" icon="plus" busy={join.isPending} onClick={onJoin}>{t`Join`}</Button>
      {join.error && <Notice tone="bad">{errorText(join.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </div>
  );
}

function AskButton({ group: { id: groupId, name } }: { group: Group }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const ask = useGroupCall(groups.join);
  return (
    <>
      <Button size="lg" icon="send" className="w-full" onClick={() => setOpen(true)}>{t`Ask to join`}</Button>
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
        error={ask.error ? errorText(ask.error, t`Couldn't reach the server. Try again.`) : undefined}
        onConfirm={(message) =>
          ask.mutate({ params: { groupId }, body: { message: message || null } }, { onSuccess: () => setOpen(false) })
        }
      />
    </>
  );
}

function SentRequest({ group: { id: groupId } }: { group: Group }) {
  const { t } = useLingui();
  const withdraw = useGroupCall(groups.leave);
  return (
    <div className="grid gap-3">
      <Notice tone="info">{t`You asked to join. You get a notification when a manager answers.`}</Notice>
      <Button
        variant="line"
        className="justify-self-start"
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate({ params: { groupId } })}
      >{t`Withdraw request`}</Button>
      {withdraw.error && (
        <Notice tone="bad">{errorText(withdraw.error, t`Couldn't reach the server. Try again.`)}</Notice>
      )}
    </div>
  );
}
