import type { LegalPageName } from "@commonlane/contract/community";
import type { LegalText } from "@commonlane/contract/legal";
import { directionOf, languageNames } from "@commonlane/contract/languages";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { Markdown } from "#shared/markdown/Markdown.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { fetchOwnText } from "./fetch-own-text.ts";
import { formatLegalDate } from "#shared/formatting/legal-date.ts";
import { findOwnText } from "./own-text-store.ts";

/** The community's own text of a page, with its date. */
export function OwnLegalText({ name }: { name: LegalPageName }) {
  const [attempt, setAttempt] = useState(1);
  const known = findOwnText(name);
  if (known) return <Text text={known} />;
  return (
    <FetchedText key={`${name} ${attempt}`} name={name} onRetry={() => setAttempt(attempt + 1)} />
  );
}

function FetchedText({ name, onRetry }: { name: LegalPageName; onRetry: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState<LegalText | "failed">();
  useEffect(() => {
    let unmounted = false;
    const show = (next: LegalText | "failed") => {
      if (!unmounted) setText(next);
    };
    fetchOwnText(name).then(show, () => show("failed"));
    return () => {
      unmounted = true;
    };
  }, [name]);
  if (text === undefined) return <Skeleton className="mt-6 h-64" />;
  if (text !== "failed") return <Text text={text} />;
  return (
    <ErrorState message={t`Couldn't load the text. Check your connection.`} onRetry={onRetry} />
  );
}

function Text({ text: { language, updated, body } }: { text: LegalText }) {
  const { t, i18n } = useLingui();
  const isForeign = language !== null && language !== i18n.locale;
  const itsName = language === null ? "" : languageNames[language];
  return (
    <>
      <LastUpdated date={updated} />
      {isForeign && (
        <p className="mt-2 text-sm text-ink-3">{t`This text is available in this language only: ${itsName}`}</p>
      )}
      <div
        className="mt-5"
        {...(isForeign && {
          lang: language,
          dir: directionOf(language),
        })}
      >
        <Markdown text={body} />
      </div>
    </>
  );
}

/** The date of a legal text. */
export function LastUpdated({ date }: { date: string }) {
  const { t } = useLingui();
  return <p className="mt-2 text-sm text-ink-3">{t`Last updated: ${formatLegalDate(date)}`}</p>;
}
