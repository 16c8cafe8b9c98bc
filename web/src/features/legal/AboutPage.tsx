import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { PublicPageHeader } from "#shared/ui/PublicPageHeader.tsx";
import { SiteFooter } from "#shared/ui/SiteFooter.tsx";
import { SkipLink } from "#shared/ui/SkipLink.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { DataSources, TextLink } from "./DataSources.tsx";

/** Who runs the service, and the software and data that it is made of with their licences. */
export function AboutPage() {
  const { t } = useLingui();
  const { name, supportEmail, openStreetMap, basemap } = communitySettings;
  useTitle(t`About`);
  return (
    <div className="min-h-dvh bg-paper">
      <SkipLink />
      <PublicPageHeader />
      <main id="main" tabIndex={-1} className="mx-auto max-w-[46rem] px-(--gutter) pt-6 pb-16 outline-none lg:pt-10">
        <h1 className="text-3xl leading-tight font-extrabold tracking-[-.025em]">{t`About ${name}`}</h1>
        <Section title={t`Who runs it`}>
          <p>
            <Trans>
              {name} is run by its community. Write to{" "}
              <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> with questions.
            </Trans>
          </p>
        </Section>
        <Section title={t`Maps, places and roads`}>
          <DataSources openStreetMap={openStreetMap} basemap={basemap} />
        </Section>
        <Section title={t`Software`}>
          <p>
            <Trans>
              {name} runs on Commonlane, free software under the GNU Affero General Public License. It uses{" "}
              <TextLink href="/licenses.md">libraries under their own licences</TextLink>.
            </Trans>
          </p>
        </Section>
      </main>
      <SiteFooter />
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="text-xl font-bold tracking-[-.015em]">{title}</h2>
      <div className="mt-2.5 leading-relaxed wrap-anywhere text-ink-2">{children}</div>
    </section>
  );
}
