import type { ConsentPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";

/** Names of the legal texts that users accept. */
export function useLegalTextNames(): Readonly<Record<ConsentPageName, string>> {
  const { t } = useLingui();
  return {
    "privacy-policy": t`Privacy Policy`,
    "terms-of-use": t`Terms of Use`,
  };
}
