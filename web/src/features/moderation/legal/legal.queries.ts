import type { LegalPageName } from "@commonlane/contract/community";
import { legal } from "@commonlane/contract/legal";
import type { Language } from "@commonlane/contract/languages";
import { administration } from "@commonlane/contract/administration";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** A page in one language. */
export interface TextKey {
  readonly page: LegalPageName;
  readonly language: Language;
}

export const legalPagesQuery = queryOptions({
  queryKey: ["moderation", "legal"],
  queryFn: async ({ signal }) => (await call(legal.overview, {}, { signal })).items,
});

export const legalEditorQuery = (params: TextKey) =>
  queryOptions({
    queryKey: ["moderation", "legal", params.page, params.language],
    queryFn: ({ signal }) => call(legal.editor, { params }, { signal }),
  });

export const dataProtectionQuery = queryOptions({
  queryKey: ["moderation", "data-protection"],
  queryFn: ({ signal }) => call(administration.dataProtection, {}, { signal }),
});
