import type { OwnContentRemoval } from "@commonlane/contract/content-removals";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "../api/error-text.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { ReasonDialog } from "../ui/ReasonDialog.tsx";
import { formatUserDateTime } from "../formatting/user-date.ts";
import { ownContentRemovals, useAppeal } from "./own-content-removals.ts";

/** Note with the reason if moderators hid this ride, request, bio or photo; otherwise renders nothing. */
export function RemovedContentNote({ id }: { id: string }) {
  const { data = [] } = useQuery(ownContentRemovals);
  const matching = data.filter(({ about }) => about.id === id);
  return matching.map((removal) => <RemovalNote key={removal.id} removal={removal} />);
}

function RemovalNote({ removal }: { removal: OwnContentRemoval }) {
  const { t } = useLingui();
  const { about, own, reason, removedUntil: hiddenUntil, appealedAt, note } = removal;
  const end = hiddenUntil ? formatUserDateTime(hiddenUntil) : "";
  const [open, setOpen] = useState(false);
  const messages: Record<OwnContentRemoval["about"]["kind"], string> = {
    ride: own
      ? t`Moderators hid this ride. Nobody finds it but those who are aboard.`
      : t`Moderators hid this ride. Your seat is still yours; give it back if you would rather not travel.`,
    "ride-request": t`Moderators hid this request. Nobody else finds it.`,
    bio: t`Moderators took the words about you off your profile. You may write something else.`,
    photo: t`Moderators took your photo off your profile. You may choose another.`,
  };
  return (
    <Notice tone="warn">
      <p>{messages[about.kind]}</p>
      <p className="mt-1 font-normal text-ink wrap-anywhere">{t`Why: “${reason}”`}</p>
      {hiddenUntil && <p className="mt-1 font-normal text-ink">{t`Until ${end}; then it is seen again by itself.`}</p>}
      {appealedAt && !note && <p className="mt-1 text-ink">{t`You have appealed. They will look at it once more.`}</p>}
      {note && <p className="mt-1 text-ink wrap-anywhere">{t`It stays so after your appeal: “${note}”`}</p>}
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
      text={t`A moderator reads this, looks once more, and tells you what they decided. You can appeal once.`}
      label={t`Why it should be seen`}
      cancelLabel={t`Cancel`}
      confirmLabel={t`Send`}
      isHarmless
      required
      busy={appeal.isPending}
      error={appeal.error ? errorText(appeal.error, t`This did not reach the server. Try again.`) : undefined}
      onConfirm={(reason) => appeal.mutate(reason, { onSuccess: onClose })}
    />
  );
}
