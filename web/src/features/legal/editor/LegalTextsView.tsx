import type { LegalPageName } from "@commonlane/contract/community";
import { type Language, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { FooterForm } from "./FooterForm.tsx";
import { legalPagesQuery, useLegalPageNames } from "./legal.queries.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";

/** The legal pages with their languages, and the links in the footer. */
export function LegalTextsView() {
  const { t } = useLingui();
  const pagesQuery = useQuery(legalPagesQuery);
  const pages = pagesQuery.data;
  if (!pages) return <NotLoaded query={pagesQuery} />;
  return (
    <>
      <h2 className="sr-only">{t`Legal texts`}</h2>
      <p className="text-ink-2">
        {t`Write each page in the languages of your members. Others see it in the language of the community.`}{" "}
        <Link
          to="/moderation/data-protection"
          className="text-brand-ink underline underline-offset-4"
        >
          {t`Record of processing and retention periods`}
        </Link>
      </p>
      <ul className="grid divide-y divide-line card">
        {pages.map((page) => (
          <PageRow key={page.page} {...page} />
        ))}
      </ul>
      <Footer />
    </>
  );
}

interface PageRowProps {
  readonly page: LegalPageName;
  readonly fixedBy: string | null;
  readonly published: readonly Language[];
  readonly drafts: readonly Language[];
}

function PageRow({ page, fixedBy, published, drafts }: PageRowProps) {
  const { t } = useLingui();
  const name = useLegalPageNames()[page];
  return (
    <li className="grid gap-2 p-4">
      <span className="flex flex-wrap items-center justify-between gap-2">
        <Link to={`/${page}`} className="font-semibold underline-offset-4 hover:underline">
          {name}
        </Link>
        <PageState page={page} isFixed={fixedBy !== null} isPublished={published.length > 0} />
      </span>
      {fixedBy !== null ? (
        <FixedText variable={fixedBy} />
      ) : (
        <span className="flex flex-wrap gap-x-4 gap-y-1">
          {LANGUAGES.map((language) => (
            <Link
              key={language}
              to={`/moderation/legal/${page}/${language}`}
              className="inline-flex min-h-11 items-center gap-1.5 text-brand-ink underline underline-offset-4"
            >
              <span className="sr-only">{name}: </span>
              <span lang={language}>{languageNames[language]}</span>
              {drafts.includes(language) ? (
                <span className="text-sm text-ink-2 no-underline">{t`draft`}</span>
              ) : (
                published.includes(language) && (
                  <span className="text-sm text-ink-2">{t`published`}</span>
                )
              )}
            </Link>
          ))}
        </span>
      )}
    </li>
  );
}

const FixedText = ({ variable }: { readonly variable: string }) => (
  <span className="text-ink-2">
    <Trans>
      Set by the operator's environment: <code>{variable}</code>
    </Trans>
  </span>
);

interface PageStateProps {
  readonly page: LegalPageName;
  readonly isFixed: boolean;
  readonly isPublished: boolean;
}

function PageState({ page, isFixed, isPublished }: PageStateProps) {
  const { t } = useLingui();
  if (isFixed) return <Pill tone="quiet" icon="lock">{t`From a file`}</Pill>;
  if (isPublished)
    return (
      <Pill tone="ok" icon="check">
        {t({
          message: "Published",
          context: "a text that visitors can read",
        })}
      </Pill>
    );
  if (page === "privacy-policy" || page === "terms-of-use")
    return <Pill tone="info" icon="info">{t`Text of the software`}</Pill>;
  return <Pill tone="quiet" icon="clock">{t`Not written yet`}</Pill>;
}

function Footer() {
  const { t } = useLingui();
  const toast = useToast();
  const settings = useQuery(communitySettingsQuery).data;
  if (!settings) return <SkeletonCards />;
  return (
    <ModerationSection title={t`Links in the footer`}>
      <FooterForm
        settings={settings}
        submitLabel={t`Save`}
        onSaved={() =>
          toast({
            message: t`Saved. Pages show it when they are opened again.`,
            type: "success",
          })
        }
      />
    </ModerationSection>
  );
}
