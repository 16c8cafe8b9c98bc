import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { LegalPageName } from "@commonlane/contract/community";
import { Suspense } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { formatLegalDate } from "#shared/formatting/legal-date.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { LegalText } from "./LegalText.tsx";
import { findOperatorText } from "./operator-texts.ts";

export interface LegalSection {
  title: MessageDescriptor;
  paragraphs?: readonly MessageDescriptor[];
  points?: readonly MessageDescriptor[];
}

interface LegalPageProps {
  name: LegalPageName;
  title: string;
  intro: string;
  sections: readonly LegalSection[];
}

/** Loaded if the operator provides their own text. */
const OperatorLegalText = lazyScreen<"OperatorLegalText", { name: LegalPageName }>(
  () => import("./OperatorLegalText.tsx"),
  "OperatorLegalText",
);

/** A legal text with numbered sections, its date and a back link. */
export function LegalPage({ name, title, intro, sections }: LegalPageProps) {
  const { t, i18n } = useLingui();
  const operatorText = findOperatorText(name);
  const translateSection = ({ title, paragraphs = [], points = [] }: LegalSection) => ({
    title: i18n._(title),
    blocks: [
      ...paragraphs.map((descriptor) => i18n._(descriptor)),
      ...(points.length > 0 ? [points.map((descriptor) => i18n._(descriptor))] : []),
    ],
  });
  return (
    <div className="min-h-dvh bg-paper">
      <SkipLink />
      <PublicPageHeader />
      <main id="main" tabIndex={-1} className="mx-auto max-w-[46rem] px-(--gutter) pt-6 pb-16 outline-none lg:pt-10">
        <h1 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{title}</h1>
        <p className="mt-2 text-sm text-ink-3">{t`Last updated: ${formatLegalDate(communitySettings.legalUpdated)}`}</p>
        {operatorText ? (
          <LegalText {...operatorText} />
        ) : communitySettings.customLegalTexts.includes(name) ? (
          <Suspense fallback={null}>
            <OperatorLegalText name={name} />
          </Suspense>
        ) : (
          <>
            <p className="mt-1 text-sm text-ink-3">
              {t`Template that comes with the software, for the people who run this server to check or replace.`}
            </p>
            <LegalText intro={[intro]} sections={sections.map(translateSection)} />
          </>
        )}
        <section className="mt-10 rounded-lg border border-line bg-surface p-5">
          <h2 className="text-xl font-bold tracking-[-.015em]">{t`Questions`}</h2>
          <p className="mt-2 text-ink-2">
            {t`Contact the people who run this server:`}{" "}
            <a
              href={`mailto:${communitySettings.supportEmail}`}
              className="font-semibold text-brand-ink underline underline-offset-4"
            >
              {communitySettings.supportEmail}
            </a>
          </p>
        </section>
      </main>
      <SiteFooter />
    </div>
  );
}
