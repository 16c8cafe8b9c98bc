import type { ContentRef } from "@commonlane/contract/content-removals";
import { moderation } from "@commonlane/contract/moderation";
import type { ReportFile } from "@commonlane/contract/report-files";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ContentRemovalButtons } from "../content/ContentRemovalButtons.tsx";
import { PersonActions } from "../people/PersonActions.tsx";
import { ModerationReasonDialog } from "../ui/ModerationReasonDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

export type SuggestedAction = "warn" | "suspend" | "hide" | "close";

/** What fits a report at first sight. The moderator decides; nothing is suggested for unclear reasons. */
export function suggestAction(
  report: Pick<ReportFile, "reason" | "closedAt" | "actions" | "reportsAbout" | "id" | "person">,
  canHide: boolean,
): SuggestedAction | undefined {
  const { reason, closedAt, actions, reportsAbout, id, person } = report;
  if (closedAt) return undefined;
  const taken = actions.filter(({ state }) => state !== "undone");
  if (taken.some(({ reportId, kind }) => reportId === id && kind !== "resolve")) return "close";
  // A former member can be neither warned nor suspended.
  if (!person) return canHide ? "hide" : "close";
  const isRepeated = reportsAbout.length > 0 || taken.some(({ kind }) => kind === "warn");
  if (reason === "scam" || reason === "danger") return person.suspendedAt ? "close" : "suspend";
  if (reason === "harassment") return isRepeated ? "suspend" : "warn";
  if (reason === "fake" || reason === "spam") return canHide ? "hide" : "warn";
  return undefined;
}

/** What a moderator can do about a report, with the consequences of each action; the main button is the suggested one. */
export function ReportActions({ report }: { report: ReportFile }) {
  const { t } = useLingui();
  const { id, person } = report;
  const contents = listRemovableContent(report);
  const suggested = suggestAction(report, contents.length > 0);
  return (
    <ul className="grid divide-y divide-line card">
      {person && (
        <ActionRow
          action="warn"
          suggested={suggested}
          text={t`They get a notification and an e-mail with your reason. Nothing else changes.`}
        >
          <PersonActions
            person={person}
            reportId={id}
            only="warn"
            isSuggested={suggested === "warn"}
          />
        </ActionRow>
      )}
      {contents.length > 0 && (
        <ActionRow
          action="hide"
          suggested={suggested}
          text={t`Others no longer see it. The owner gets your reason and can appeal.`}
        >
          <ContentRemovalButtons
            contents={contents}
            contentRemovals={report.contentRemovals}
            reportId={id}
            isSuggested={suggested === "hide"}
          />
        </ActionRow>
      )}
      {person && (
        <ActionRow
          action="suspend"
          suggested={suggested}
          text={
            person.suspendedAt
              ? t`They can sign in again and read your reason.`
              : t`They're signed out and hidden from everyone, and get an e-mail with your reason. People with an upcoming ride together are told at once.`
          }
        >
          <PersonActions
            person={person}
            reportId={id}
            only="suspend"
            isSuggested={suggested === "suspend"}
          />
        </ActionRow>
      )}
      {!report.closedAt && (
        <ActionRow
          action="close"
          suggested={suggested}
          text={t`It leaves the list. The reporter learns that it was reviewed, not what you did.`}
        >
          <ResolveReport reportId={id} isSuggested={suggested === "close"} />
        </ActionRow>
      )}
    </ul>
  );
}

interface ActionRowProps {
  action: SuggestedAction;
  suggested: SuggestedAction | undefined;
  text: string;
  children: ReactNode;
}

function ActionRow({ action, suggested, text, children }: ActionRowProps) {
  const { t } = useLingui();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="flex min-w-44 flex-wrap gap-2">{children}</div>
      <div className="grid flex-[1_1_16rem] justify-items-start gap-1">
        {action === suggested && (
          <Pill tone="info" icon="info">
            {t({
              comment: "What moderators usually do in this case.",
              message: "Suggested",
            })}
          </Pill>
        )}
        <p className="text-ink-2">{text}</p>
      </div>
    </li>
  );
}

/** Content that can be hidden from here: the reported content, and the bio and photo of the reported user. */
function listRemovableContent({ about, snapshot }: ReportFile): ContentRef[] {
  const { kind, id } = about;
  if (kind === "ride" || kind === "ride-request" || kind === "event") return [{ kind, id }];
  if (kind !== "person") return [];
  return (["bio", "photo"] as const)
    .filter((kind) => snapshot[kind])
    .map((kind) => ({
      kind,
      id,
    }));
}

function ResolveReport({ reportId, isSuggested }: { reportId: string; isSuggested: boolean }) {
  const { t } = useLingui();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const resolve = useConsoleAction(moderation.resolve);
  const onResolved = () => {
    toast({
      message: t`Report closed.`,
      type: "success",
    });
    setOpen(false);
  };
  return (
    <>
      <Button variant={isSuggested ? "solid" : "line"} icon="check" onClick={() => setOpen(true)}>
        {t`Resolve`}
      </Button>
      <ModerationReasonDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Resolve report`}
        label={t`What you did`}
        confirmLabel={t`Resolve`}
        busy={resolve.isPending}
        error={resolve.error}
        onConfirm={(outcome) =>
          afterMutation(
            resolve.mutateAsync({
              params: { reportId },
              body: { outcome },
            }),
            onResolved,
          )
        }
      >
        {t`The reporter learns that the report was reviewed, but not what you did.`}
      </ModerationReasonDialog>
    </>
  );
}
