import type { Hiding } from "@commonlane/contract/moderated";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ownDateText } from "#shared/wording/own-date.ts";
import { ShowDialog } from "./HideDeeds.tsx";
import { useDeed } from "./moderation.queries.ts";
import { AppealNote, PersonLink, When } from "./parts.tsx";
import { WhyDialog } from "./WhyDialog.tsx";
import { useHidingWords } from "./words.ts";

/** Something that was hidden, what its owner says to that, and what can be done. */
export function HidingCard({ hiding }: { hiding: Hiding }) {
  const { t } = useLingui();
  const { names } = useHidingWords();
  const { about, owner, appeal, endedAt } = hiding;
  return (
    <div className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{names[about.kind]}</span>
        <PersonLink person={owner} />
        <HiddenPill hiding={hiding} />
        <When at={hiding.hiddenAt} />
      </div>
      <p className="wrap-anywhere">{t`Why: ${hiding.reason}`}</p>
      {hiding.words && <p className="rounded-md bg-sunken p-3 wrap-anywhere">{hiding.words}</p>}
      {hiding.photo && !endedAt && (
        <img src={hiding.photo} alt={t`The photo that was hidden`} className="size-32 rounded-md object-cover" />
      )}
      {appeal && <AppealNote appeal={appeal} />}
      <div className="flex flex-wrap gap-2">
        <HidingDeeds hiding={hiding} />
        {about.kind === "ride" && (
          <Link
            to={`/moderation/rides/${about.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline"
          >{t`The ride`}</Link>
        )}
      </div>
    </div>
  );
}

function HiddenPill({ hiding: { endedAt, hiddenUntil } }: { hiding: Hiding }) {
  const { t } = useLingui();
  const day = hiddenUntil ? ownDateText(hiddenUntil) : "";
  if (endedAt) return <Pill tone="quiet" icon="eye">{t`Over`}</Pill>;
  return (
    <Pill tone="bad" icon="eye-off">
      {hiddenUntil ? t`Hidden until ${day}` : t`Hidden`}
    </Pill>
  );
}

function HidingDeeds({ hiding }: { hiding: Hiding }) {
  const { t } = useLingui();
  const { show } = useHidingWords();
  const [open, setOpen] = useState<"show" | "uphold" | "dismiss">();
  const onClose = () => setOpen(undefined);
  const { appeal, endedAt, about } = hiding;
  const waits = appeal !== null && appeal.decidedAt === null;
  return (
    <>
      {waits && (
        <>
          <Button size="sm" icon="eye" onClick={() => setOpen("uphold")}>{t`Uphold, and show it`}</Button>
          <Button size="sm" variant="line" onClick={() => setOpen("dismiss")}>{t`Keep it hidden`}</Button>
        </>
      )}
      {!waits && !endedAt && (
        <Button size="sm" variant="line" onClick={() => setOpen("show")}>
          {show[about.kind]}
        </Button>
      )}
      {open === "show" && <ShowDialog hiding={hiding} onClose={onClose} />}
      {(open === "uphold" || open === "dismiss") && (
        <DecideDialog key={open} hiding={hiding} show={open === "uphold"} onClose={onClose} />
      )}
    </>
  );
}

function DecideDialog({ hiding, show, onClose }: { hiding: Hiding; show: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const decide = useDeed(moderation.decideHiding);
  return (
    <WhyDialog
      open
      onClose={onClose}
      title={show ? t`Uphold the appeal` : t`Keep it hidden`}
      label={t`Why`}
      confirm={t`Confirm`}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={(reason) =>
        decide.mutate({ params: { hidingId: hiding.id }, body: { show, reason } }, { onSuccess: onClose })
      }
    >
      {t`Who appealed reads this.`}
    </WhyDialog>
  );
}
