import type { ContentRef } from "@commonlane/contract/content-removals";
import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { durationInDays, type SuspensionDuration, DurationField } from "../ui/DurationField.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { useContentRemovalLabels } from "../ui/moderation-labels.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

interface ContentRemovalButtonsProps {
  contents: readonly ContentRef[];
  /** Removals of this user's content, including revoked ones. */
  contentRemovals: readonly ContentRemoval[];
  /** The report that is answered. */
  reportId?: string;
  /** Makes hiding the main button. */
  isSuggested?: boolean;
}

/** Buttons that hide content from other users or restore it. */
export function ContentRemovalButtons({
  contents,
  contentRemovals,
  reportId,
  isSuggested = false,
}: ContentRemovalButtonsProps) {
  const { hide, show } = useContentRemovalLabels();
  const [toRemove, setToRemove] = useState<ContentRef>();
  const [toRestore, setToRestore] = useState<ContentRemoval>();
  const findActiveRemoval = ({ kind, id }: ContentRef) =>
    contentRemovals.find(
      ({ about, endedAt }) => endedAt === null && about.kind === kind && about.id === id,
    );
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {contents.map((content) => {
        const contentRemoval = findActiveRemoval(content);
        return (
          <Button
            key={content.kind}
            variant={isSuggested && !contentRemoval ? "solid" : "line"}
            icon={contentRemoval ? "eye" : "eye-off"}
            onClick={() => (contentRemoval ? setToRestore(contentRemoval) : setToRemove(content))}
          >
            {contentRemoval ? show[content.kind] : hide[content.kind]}
          </Button>
        );
      })}
      {toRemove && (
        <RemoveContentDialog
          content={toRemove}
          reportId={reportId}
          onClose={() => setToRemove(undefined)}
        />
      )}
      {toRestore && (
        <RestoreContentDialog contentRemoval={toRestore} onClose={() => setToRestore(undefined)} />
      )}
    </div>
  );
}

function RemoveContentDialog({
  content,
  reportId,
  onClose,
}: {
  content: ContentRef;
  reportId: string | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const toast = useToast();
  const { hide, follows } = useContentRemovalLabels();
  const action = useConsoleAction(moderation.hide);
  const [duration, setDuration] = useState<SuspensionDuration>("");
  const onSuccess = () => {
    toast({ message: t`Hidden.`, type: "success" });
    onClose();
  };
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={hide[content.kind]}
      label={t`Reason`}
      confirmLabel={t`Hide`}
      danger
      busy={action.isPending}
      error={action.error}
      onConfirm={(reason) =>
        action.mutate(
          {
            body: {
              about: content,
              reason,
              days: durationInDays(duration),
              reportId,
            },
          },
          { onSuccess },
        )
      }
      extraFields={
        <DurationField value={duration} onChange={setDuration} endlessLabel={t`until restored`} />
      }
    >
      {follows[content.kind]}
    </ModerationReasonDialog>
  );
}

export function RestoreContentDialog({
  contentRemoval,
  onClose,
}: {
  contentRemoval: ContentRemoval;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const { show } = useContentRemovalLabels();
  const action = useConsoleAction(moderation.show);
  return (
    <ModerationReasonDialog
      open
      onClose={onClose}
      title={show[contentRemoval.about.kind]}
      label={t`Reason`}
      confirmLabel={t`Restore`}
      busy={action.isPending}
      error={action.error}
      onConfirm={(reason) =>
        action.mutate(
          {
            params: { removalId: contentRemoval.id },
            body: { reason },
          },
          { onSuccess: onClose },
        )
      }
    >
      {t`The owner sees this. A bio or photo comes back unless it has been replaced.`}
    </ModerationReasonDialog>
  );
}
