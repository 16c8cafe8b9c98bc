import { legalPageNames } from "@commonlane/contract/community";
import { isLanguage, languageNames } from "@commonlane/contract/languages";
import { legal, type LegalTextEditor, type LegalTextVersion } from "@commonlane/contract/legal";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection, PersonLink } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { Markdown } from "#shared/markdown/Markdown.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { legalEditorQuery, type TextKey, useLegalPageNames } from "./legal.queries.ts";
import { LegalTextForm } from "./LegalTextForm.tsx";

/** One legal text: its draft, what is published, and its versions. */
export function LegalTextView() {
  const params = useParams();
  const language = params["language"] ?? "";
  const page = legalPageNames.find((name) => name === params["page"]);
  return page && isLanguage(language) ? (
    <LoadedText
      textKey={{
        page,
        language,
      }}
    />
  ) : null;
}

function LoadedText({ textKey }: { textKey: TextKey }) {
  const { t } = useLingui();
  const names = useLegalPageNames();
  const editorQuery = useQuery(legalEditorQuery(textKey));
  const editor = editorQuery.data;
  if (!editor) return <NotLoaded query={editorQuery} />;
  const name = names[textKey.page];
  const language = languageNames[textKey.language];
  const variable = editor.fixedBy;
  return (
    <>
      <div className="grid gap-1">
        <Link
          to="/moderation/legal"
          className="justify-self-start py-1 text-brand-ink underline underline-offset-4"
        >
          {t`All legal texts`}
        </Link>
        <h2 className="text-xl font-bold tracking-[-.02em]">{t`${name} (${language})`}</h2>
      </div>
      {variable === null ? (
        <LegalTextForm key={`${textKey.page} ${textKey.language}`} editor={editor} />
      ) : (
        <Notice tone="info">
          <Trans>
            Set by the operator's environment: <code>{variable}</code>
          </Trans>
        </Notice>
      )}
      {editor.versions.length > 0 && <VersionList editor={editor} />}
    </>
  );
}

/** All versions of a text with their dates and authors; each can be read. */
function VersionList({ editor }: { editor: LegalTextEditor }) {
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
