import type { LegalPageName } from "@commonlane/contract/community";
import { legal } from "@commonlane/contract/legal";
import type { Language } from "@commonlane/contract/languages";
import { administration } from "@commonlane/contract/administration";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";
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

/** A page in one language. */
export interface TextKey {
  readonly page: LegalPageName;
  readonly language: Language;
}

export const legalPagesQuery = endpointItems(legal.overview, {});

export function legalEditorQuery(params: TextKey) {
  return endpointQuery(legal.editor, { params });
}

export const dataProtectionQuery = endpointQuery(administration.dataProtection, {});
