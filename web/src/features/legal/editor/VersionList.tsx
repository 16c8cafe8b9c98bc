import { legal, type LegalTextEditor, type LegalTextVersion } from "@commonlane/contract/legal";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { Markdown } from "#shared/markdown/Markdown.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { ModerationSection, PersonLink } from "#shared/console/console-ui.tsx";
import type { TextKey } from "./legal.queries.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** All versions of a text with their dates and authors; each can be read. */
export function VersionList({ editor }: { editor: LegalTextEditor }) {
  const { t } = useLingui();
  const [shown, setShown] = useState<number>();
  const withdrawing = useConsoleAction(legal.withdraw);
  const { page, language, published, versions } = editor;
  const readLabel = (number: number) => t`Read version ${number}`;
  const number = shown ?? 0;
  return (
    <ModerationSection title={t`Versions`}>
      <ul className="grid divide-y divide-line card">
        {versions.map((version) => (
          <li key={version.version} className="flex flex-wrap items-center gap-3 p-4">
            <VersionText version={version} isCurrent={version.version === published?.version} />
            <Button variant="line" size="sm" onClick={() => setShown(version.version)}>
              {readLabel(version.version)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNotice error={withdrawing.error} />
      {published && editor.fixedBy === null && (
        <Button
          variant="ghost"
          icon="undo"
          className="justify-self-start"
          busy={withdrawing.isPending}
          onClick={() =>
            withdrawing.mutate({
              params: {
                page,
                language,
              },
            })
          }
        >
          {t`Take the published text off its page`}
        </Button>
      )}
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t`Version ${number}`}
        cancelLabel={t`Close`}
      >
        {shown !== undefined && (
          <StoredText
            params={{
              page,
              language,
              version: shown,
            }}
          />
        )}
      </Dialog>
    </ModerationSection>
  );
}

function VersionText({ version, isCurrent }: { version: LegalTextVersion; isCurrent: boolean }) {
  const { t } = useLingui();
  const { savedAt, savedBy, publishedAt, publishedBy, agreeAgain } = version;
  const number = version.version;
  const when = formatUserDateTime(publishedAt ?? savedAt);
  return (
    <span className="grid min-w-0 flex-1 gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{t`Version ${number}`}</span>
        <VersionState version={version} isCurrent={isCurrent} />
        {agreeAgain && <Pill tone="info" icon="hand">{t`Members agreed again`}</Pill>}
      </span>
      <span className="text-sm text-ink-2">
        {publishedAt === null ? t`Saved ${when}` : t`Published ${when}`},{" "}
        <PersonLink person={publishedAt === null ? savedBy : publishedBy} />
      </span>
    </span>
  );
}

function VersionState({ version, isCurrent }: { version: LegalTextVersion; isCurrent: boolean }) {
  const { t } = useLingui();
  if (version.publishedAt === null)
    return (
      <Pill tone="quiet" icon="edit">
        {t({
          message: "Draft",
          context: "a text that only administrators see",
        })}
      </Pill>
    );
  if (isCurrent)
    return (
      <Pill tone="ok" icon="check">
        {t({
          message: "In force",
          context: "the text that visitors read",
        })}
      </Pill>
    );
  return version.withdrawnAt === null ? null : <Pill tone="warn" icon="undo">{t`Taken off`}</Pill>;
}

function StoredText({ params }: { params: TextKey & { readonly version: number } }) {
  const query = useQuery(endpointQuery(legal.version, { params }));
  if (!query.data) return <NotLoaded query={query} placeholder={<Skeleton className="h-40" />} />;
  return <Markdown text={query.data.body} topHeading={3} />;
}
