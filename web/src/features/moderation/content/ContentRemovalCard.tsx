import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { RestoreContentDialog } from "./ContentRemovalButtons.tsx";
import { AppealNote, PersonLink, Timestamp } from "#shared/console/console-ui.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { useContentRemovalLabels } from "../ui/moderation-labels.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** A content removal with its owner's appeal and the available actions. */
export function ContentRemovalCard({ contentRemoval }: { contentRemoval: ContentRemoval }) {
  const { t } = useLingui();
  const { names } = useContentRemovalLabels();
  const { about, owner, appeal, endedAt } = contentRemoval;
  return (
    <div className="grid gap-2 p-4">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{names[about.kind]}</span>
        <PersonLink person={owner} />
        <RemovalStatusPill contentRemoval={contentRemoval} />
        <Timestamp at={contentRemoval.removedAt} />
      </div>
      <p className="wrap-anywhere">{t`Reason: ${contentRemoval.reason}`}</p>
      {contentRemoval.text && (
        <p className="rounded-md bg-sunken p-3 wrap-anywhere">{contentRemoval.text}</p>
      )}
      {contentRemoval.photo && !endedAt && (
        <img
          src={contentRemoval.photo}
          alt={t`Hidden photo`}
          className="size-32 rounded-md object-cover"
        />
      )}
      {appeal && <AppealNote appeal={appeal} />}
      <div className="flex flex-wrap gap-2">
        <ContentRemovalActions contentRemoval={contentRemoval} />
        {about.kind === "ride" && (
          <Link
            to={`/moderation/rides/${about.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-brand-ink underline"
          >{t`Ride`}</Link>
        )}
      </div>
    </div>
  );
}

function RemovalStatusPill({
  contentRemoval: { endedAt, removedUntil },
}: {
  contentRemoval: ContentRemoval;
}) {
  const { t } = useLingui();
  const day = removedUntil ? formatUserDate(removedUntil) : "";
  if (endedAt) return <Pill tone="quiet" icon="eye">{t`Ended`}</Pill>;
  return (
    <Pill tone="bad" icon="eye-off">
      {removedUntil ? t`Hidden until ${day}` : t`Hidden`}
    </Pill>
  );
}

function ContentRemovalActions({ contentRemoval }: { contentRemoval: ContentRemoval }) {
  const { t } = useLingui();
  const { show } = useContentRemovalLabels();
  const [open, setOpen] = useState<"show" | "uphold" | "dismiss">();
  const onClose = () => setOpen(undefined);
  const { appeal, endedAt, about } = contentRemoval;
  const isAppealPending = appeal !== null && appeal.decidedAt === null;
  return (
    <>
      {isAppealPending && (
        <>
          <Button
            size="sm"
            icon="eye"
            onClick={() => setOpen("uphold")}
          >{t`Uphold and restore`}</Button>
          <Button
            size="sm"
            variant="line"
            onClick={() => setOpen("dismiss")}
          >{t`Keep it hidden`}</Button>
        </>
      )}
      {!isAppealPending && !endedAt && (
        <Button size="sm" variant="line" onClick={() => setOpen("show")}>
          {show[about.kind]}
        </Button>
      )}
      {open === "show" && (
        <RestoreContentDialog contentRemoval={contentRemoval} onClose={onClose} />
      )}
      {(open === "uphold" || open === "dismiss") && (
        <DecideAppealDialog
          key={open}
          contentRemoval={contentRemoval}
          restore={open === "uphold"}
          onClose={onClose}
        />
      )}
    </>
  );
}

function DecideAppealDialog({
  contentRemoval,
  restore,
  onClose,
}: {
  contentRemoval: ContentRemoval;
  restore: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const decide = useConsoleAction(moderation.decideRemovalAppeal);
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={restore ? t`Uphold the appeal` : t`Keep it hidden`}
      label={t`Reason`}
      confirmLabel={t`Confirm`}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={(reason) =>
        decide.mutate(
          {
            params: { removalId: contentRemoval.id },
            body: { show: restore, reason },
          },
          { onSuccess: onClose },
        )
      }
    >
      {t`The person who appealed sees this.`}
    </ModerationReasonDialog>
  );
}
