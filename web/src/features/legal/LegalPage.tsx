import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { operator } from "#shared/operator.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";

export interface LegalSection {
  title: MessageDescriptor;
  paragraphs?: readonly MessageDescriptor[];
  points?: readonly MessageDescriptor[];
}

interface LegalPageProps {
  title: string;
  intro: string;
  sections: readonly LegalSection[];
}

/** A legal text with numbered sections, the date it was last changed, and the way back. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  const { t } = useLingui();
  return (
    <div className="min-h-dvh bg-paper">
      <SkipLink />
      <header className="mx-auto flex h-18 max-w-(--page) items-center justify-between gap-4 px-(--gutter)">
        <Link to="/" aria-label={t`${operator.name}, home`} className="flex rounded-sm">
          <Logo />
        </Link>
        <Link to="/" className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold text-brand-ink">
          <Icon name="arrow-start" />
          {t`Back to home`}
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto max-w-[46rem] px-(--gutter) pt-6 pb-16 outline-none lg:pt-10">
        <h1 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{title}</h1>
        <p className="mt-2 text-sm text-ink-3">{t`Last updated: January 2025`}</p>
        <p className="mt-5 text-lg leading-relaxed text-ink-2">{intro}</p>
        {sections.map((section, i) => (
          <Section key={i} number={i + 1} section={section} />
        ))}
        <section className="mt-10 rounded-lg border border-line bg-surface p-5">
          <h2 className="text-xl font-bold tracking-[-.015em]">{t`Questions`}</h2>
          <p className="mt-2 text-ink-2">
            {t`Write to the people who run this server:`}{" "}
            <a
              href={`mailto:${operator.supportEmail}`}
              className="font-semibold text-brand-ink underline underline-offset-4"
            >
              {operator.supportEmail}
            </a>
          </p>
        </section>
      </main>
      <SiteFooter />
    </div>
  );
}

function Section({ number, section }: { number: number; section: LegalSection }) {
  const { i18n } = useLingui();
  return (
    <section className="mt-9">
      <h2 className="text-xl font-bold tracking-[-.015em]">
        <span className="num text-ink-3">{number}.</span> {i18n._(section.title)}
      </h2>
      {section.paragraphs?.map((paragraph, i) => (
        <p key={i} className="mt-2.5 leading-relaxed text-ink-2">
          {i18n._(paragraph)}
        </p>
      ))}
      {section.points && (
        <ul className="mt-2.5 grid list-disc gap-1.5 ps-5 leading-relaxed text-ink-2 marker:text-ink-3">
          {section.points.map((point, i) => (
            <li key={i}>{i18n._(point)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
