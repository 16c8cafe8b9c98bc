import type { LegalPageName } from "@commonlane/contract/community";
import { legal } from "@commonlane/contract/legal";
import type { Language } from "@commonlane/contract/languages";
import { administration } from "@commonlane/contract/administration";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";

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
