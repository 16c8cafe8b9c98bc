import { SOURCE_PATH } from "@commonlane/contract/community";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { DataSources, TextLink } from "./DataSources.tsx";
import { InfoPageLayout } from "./InfoPageLayout.tsx";

/** Who runs the service, and the software and data that it is made of with their licences. */
export function AboutPage() {
  const { t } = useLingui();
  const { name, supportEmail, legalEntity, source } = communitySettings;
  const { openStreetMap, basemap, meetingPointCredits } = communitySettings;
  useTitle(t`About`);
  return (
    <InfoPageLayout title={t`About ${name}`}>
      <Section title={t`Who runs it`}>
        {legalEntity !== null && <p className="mb-2.5 whitespace-pre-line">{legalEntity}</p>}
        <p>
          <Trans>
            {name} is run by its community. Write to{" "}
            <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink> with questions.
          </Trans>
        </p>
      </Section>
      <Section title={t`Maps, places and roads`}>
        <DataSources
          openStreetMap={openStreetMap}
          basemap={basemap}
          meetingPointCredits={meetingPointCredits}
        />
      </Section>
      <Section title={t`Software`}>
        <p>
          <Trans>
            {name} runs on Commonlane, free software under the GNU Affero General Public License. It
            uses <TextLink href="/licenses.md">libraries under their own licences</TextLink>. You
            can <TextLink href={source.url ?? SOURCE_PATH}>get its source code</TextLink>.
          </Trans>
        </p>
      </Section>
    </InfoPageLayout>
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
