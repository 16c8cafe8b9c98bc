import type { LegalPageName } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";

/** What the texts are called that people agree to. */
export function useLegalTextNames(): Readonly<Record<LegalPageName, string>> {
  const { t } = useLingui();
  return { "privacy-policy": t`Privacy Policy`, "terms-of-use": t`Terms of Use` };
}
