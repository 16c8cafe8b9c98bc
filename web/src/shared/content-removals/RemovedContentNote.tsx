import { contentRemovals, type OwnContentRemoval } from "@commonlane/contract/content-removals";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointItems, useInvalidate } from "#shared/api/endpoint-query.ts";
import { errorText } from "../api/error-text.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ReasonDialog } from "../ui/ReasonDialog.tsx";
import { call } from "../api/api-client.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";

/** Note with the reason if moderators hid this ride, request, bio or photo; otherwise renders nothing. */
export function RemovedContentNote({ id }: { id: string }) {
  const { data = [] } = useQuery(ownContentRemovals);
  const matching = data.filter(({ about }) => about.id === id);
  return matching.map((removal) => <RemovalNote key={removal.id} removal={removal} />);
}

function RemovalNote({ removal }: { removal: OwnContentRemoval }) {
  const { t } = useLingui();
  const { about, own, reason, removedUntil, appealedAt, note } = removal;
  const end = removedUntil ? formatUserDateTime(removedUntil) : "";
  const [open, setOpen] = useState(false);
  const messages: Record<OwnContentRemoval["about"]["kind"], string> = {
    ride: own
      ? t`Moderators hid this ride. Only its passengers can still see it.`
      : t`Moderators hid this ride. You still have your seat. Cancel it if you'd rather not travel.`,
    "ride-request": t`Moderators hid this request. No one else can see it.`,
    event: t`Moderators hid this event. No one else can see it.`,
    bio: t`Moderators removed your bio. You can write a new one.`,
    photo: t`Moderators removed your photo. You can choose another one.`,
  };
  return (
    <Notice tone="warn">
      <p>{messages[about.kind]}</p>
      <p className="mt-1 font-normal text-ink wrap-anywhere">{t`Reason: “${reason}”`}</p>
      {removedUntil && <p className="mt-1 font-normal text-ink">{t`Hidden until ${end}.`}</p>}
      {appealedAt && !note && (
        <p className="mt-1 text-ink">{t`You've appealed. A moderator will review it.`}</p>
      )}
      {note && (
        <p className="mt-1 text-ink wrap-anywhere">{t`Your appeal was rejected: “${note}”`}</p>
      )}
      {own && !appealedAt && (
        <Button variant="line" size="sm" className="mt-3" onClick={() => setOpen(true)}>
          {t`Appeal`}
        </Button>
      )}
      {open && <AppealDialog id={removal.id} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

function AppealDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui();
  const appeal = useAppeal(id);
  return (
    <ReasonDialog
      open
      onClose={onClose}
      title={t`Appeal`}
      text={t`A moderator will review it and tell you the decision. You can appeal once.`}
      label={t`Why it should be shown`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Send`}
      isHarmless
      required
      busy={appeal.isPending}
      error={
        appeal.error ? errorText(appeal.error, t`We couldn't send this. Try again.`) : undefined
      }
      onConfirm={(reason) => appeal.mutate(reason, { onSuccess: onClose })}
    />
  );
}

/** Removals of the user's content and of rides the user is on; a notification announces changes. */
const ownContentRemovals = endpointItems(contentRemovals.listOwn, {}, { staleTime: 300_000 });

function useAppeal(removalId: string) {
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (reason: string) =>
      call(contentRemovals.appeal, {
        params: { removalId },
        body: { reason },
      }),
    onSettled: () => invalidate(contentRemovals.listOwn),
  });
}
