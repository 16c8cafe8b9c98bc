import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";

/** Names of the legal pages. */
export function useLegalPageNames(): Readonly<Record<LegalPageName, string>> {
  const { t } = useLingui();
  return {
    imprint: t`Imprint`,
    accessibility: t`Accessibility`,
    "privacy-policy": t`Privacy Policy`,
    "terms-of-use": t`Terms of Use`,
    "community-rules": t`Community rules`,
  };
}
