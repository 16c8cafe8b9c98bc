import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";

/** Names of the legal texts that users accept. */
export function useLegalTextNames(): Readonly<Record<LegalPageName, string>> {
  const { t } = useLingui();
  return { "privacy-policy": t`Privacy Policy`, "terms-of-use": t`Terms of Use` };
}
