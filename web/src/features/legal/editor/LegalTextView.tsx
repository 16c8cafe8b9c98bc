import { legalPageNames } from "@commonlane/contract/community";
import { isLanguage, languageNames } from "@commonlane/contract/languages";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { legalEditorQuery, type TextKey, useLegalPageNames } from "./legal.queries.ts";
import { LegalTextForm } from "./LegalTextForm.tsx";
import { VersionList } from "./VersionList.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

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
