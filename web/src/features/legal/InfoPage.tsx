import type { LegalPageName } from "@commonlane/contract/community";
import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { TextLink } from "./DataSources.tsx";
import { InfoPageLayout } from "./InfoPageLayout.tsx";
import { LegalPage } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";

const OWN_PAGES = [
  "imprint",
  "accessibility",
  "community-rules",
] as const satisfies readonly LegalPageName[];
type OwnPageName = (typeof OWN_PAGES)[number];
const pageAt = (path: string): OwnPageName | undefined =>
  OWN_PAGES.find((page) => path.startsWith(`/${page}`));

const first = pageAt(globalThis.location?.pathname ?? "");
if (first) await preloadOwnText(first);

/** Pages that are linked in the footer only: what the community wrote about itself, and the source code. */
export function InfoPage() {
  const page = pageAt(useLocation().pathname);
  return page ? <OwnPage key={page} page={page} /> : <SourcePage />;
}

function OwnPage({ page }: { page: OwnPageName }) {
  const { t } = useLingui();
  const titles: Record<OwnPageName, string> = {
    imprint: t`Imprint`,
    accessibility: t`Accessibility`,
    "community-rules": t`Community rules`,
  };
  const title = titles[page];
  useTitle(title);
  return <LegalPage name={page} title={title} />;
}

/** The version that runs here, and its source code, as section 13 of the licence asks. */
function SourcePage() {
  const { t } = useLingui();
  useTitle(t`Source code`);
  const { name, source, supportEmail } = communitySettings;
  const { version, archive, url } = source;
  return (
    <InfoPageLayout title={t`Source code`}>
      <div className="mt-5 grid gap-4 leading-relaxed text-ink-2">
        <p>
          <Trans>
            {name} runs on Commonlane {version}. It is free software: you may use, study, share and
            change it under the{" "}
            <TextLink href="https://www.gnu.org/licenses/agpl-3.0.html">
              GNU Affero General Public License
            </TextLink>
            .
          </Trans>
        </p>
        {archive !== null && (
          <p>
            <TextLink href={archive}>{t`Download the source code of version ${version}`}</TextLink>
          </p>
        )}
        {url !== null && (
          <p>
            <TextLink
              href={url}
            >{t`The source code as the people who run this server publish it`}</TextLink>
          </p>
        )}
        {archive === null && url === null && (
          <p>
            <Trans>
              To get the source code of this version, write to{" "}
              <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>.
            </Trans>
          </p>
        )}
        <p>
          <TextLink href="/licenses.md">{t`Libraries under their own licences`}</TextLink>
        </p>
      </div>
    </InfoPageLayout>
  );
}
