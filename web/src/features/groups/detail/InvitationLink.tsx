import { groupManagement } from "@commonlane/contract/group-management";
import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import { useCopy } from "#shared/share/use-copy.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { invitationOfGroup, useGroupCall } from "../groups.queries.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

/** The invitation link of a group: managers make, share, replace and disable it. */
export function InvitationLink({ group }: { group: Group }) {
  const { t } = useLingui();
  const id = useId();
  const query = useQuery(invitationOfGroup(group.id));
  const { data } = query;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={id} className="text-lg font-bold">{t`Invitation link`}</h2>
        <p className="text-ink-2">
          {group.joining === "approval"
            ? t`With the link, people see the group and can ask to join it.`
            : t`With the link, people see the group and can join it at once.`}
        </p>
      </div>
      {!data && <NotLoaded query={query} placeholder={<Skeleton className="h-11 w-48" />} />}
      {data && <LinkControls group={group} createdAt={data.createdAt} />}
    </section>
  );
}

/** The server keeps only a hash of the link, so it can be shown only after it was made. */
function LinkControls({ group, createdAt }: { group: Group; createdAt: string | null }) {
  const { t } = useLingui();
  const [code, setCode] = useState<string>();
  const [confirming, setConfirming] = useState<"replace" | "disable">();
  const create = useGroupCall(groupManagement.createInvitation);
  const make = () =>
    create.mutateAsync({ params: { groupId: group.id } }).then((made) => setCode(made.code));
  const day = createdAt ? formatUserDate(createdAt) : "";
  const close = () => setConfirming(undefined);
  if (createdAt === null)
    return (
      <div className="grid gap-3">
        <Button
          variant="line"
          icon="plus"
          className="justify-self-start"
          busy={create.isPending}
          onClick={() => afterMutation(make(), () => {})}
        >
          {t`Make an invitation link`}
        </Button>
        <ErrorNotice error={create.error} />
      </div>
    );
  return (
    <div className="grid gap-3">
      {code === undefined ? (
        <p>{t`Made on ${day}. A link is shown only when it is made; replace it if you have lost it.`}</p>
      ) : (
        <NewLink group={group} code={code} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="line" size="sm" icon="refresh" onClick={() => setConfirming("replace")}>
          {t`Replace link`}
        </Button>
        <Button variant="ghost" size="sm" icon="trash" onClick={() => setConfirming("disable")}>
          {t`Disable link`}
        </Button>
      </div>
      {confirming === "replace" && (
        <ConfirmDialog
          title={t`Replace the invitation link?`}
          text={t`The old link stops working at once. Members stay in the group.`}
          confirmLabel={t`Replace link`}
          call={create}
          onConfirm={make}
          onClose={close}
        />
      )}
      {confirming === "disable" && (
        <DisableDialog groupId={group.id} onClose={close} onDone={() => setCode(undefined)} />
      )}
    </div>
  );
}

function NewLink({ group, code }: { group: Group; code: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  const url = `${location.origin}/join-group#${code}`;
  const { name } = group;
  return (
    <div className="grid gap-3 card p-4">
      <Notice tone="info">{t`Copy or share the link now. You can't see it again later.`}</Notice>
      <TextField
        label={t`Link`}
        readOnly
        value={url}
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy(url, t`Link copied.`)}>{t`Copy link`}</Button>
        <ShareButton
          title={name}
          text={t`Join the group ${name}`}
          url={url}
          label={t`Share and QR code`}
        />
      </div>
    </div>
  );
}

interface DisableDialogProps {
  readonly groupId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function DisableDialog({ groupId, onClose, onDone }: DisableDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const disable = useGroupCall(groupManagement.removeInvitation);
  return (
    <ConfirmDialog
      title={t`Disable the invitation link?`}
      text={t`It stops working at once. Members stay in the group.`}
      confirmLabel={t`Disable link`}
      call={disable}
      onConfirm={() => disable.mutateAsync({ params: { groupId } })}
      onDone={() => {
        onDone();
        toast({
          message: t`The link is disabled.`,
          type: "success",
        });
      }}
      onClose={onClose}
    />
  );
}
