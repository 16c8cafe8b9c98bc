import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";
import { SourcePage } from "./SourcePage.tsx";

const OWN_PAGES: readonly LegalPageName[] = ["imprint", "accessibility", "community-rules"];
const pageAt = (path: string): LegalPageName | undefined => OWN_PAGES.find((page) => path.startsWith(`/${page}`));

const first = pageAt(globalThis.location?.pathname ?? "");
if (first) await preloadOwnText(first);

/** Pages that are linked in the footer only: what the community wrote about itself, and the source code. */
export function InfoPage() {
  const page = pageAt(useLocation().pathname);
  return page ? <OwnPage key={page} page={page} /> : <SourcePage />;
}

function OwnPage({ page }: { page: LegalPageName }) {
  const { t } = useLingui();
  const title = page === "imprint" ? t`Imprint` : page === "accessibility" ? t`Accessibility` : t`Community rules`;
  useTitle(title);
  return <LegalPage name={page} title={title} />;
}
