import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";
import { SourcePage } from "./SourcePage.tsx";

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
