import { legal } from "@commonlane/contract/legal";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  discardDraft,
  getEditor,
  getLegalText,
  getVersion,
  listLegalPages,
  publishText,
  saveDraft,
  withdrawText,
} from "./legal-texts.ts";

export const legalRoutes: RegisterRoutes = (http) => {
  http.on(legal.text, async (ctx, { params, query }) =>
    getLegalText(ctx, params.page, query.language),
  );
  http.on(legal.overview, (ctx) => listLegalPages(ctx));
  http.on(legal.editor, (ctx, { params }) => getEditor(ctx, params));
  http.on(legal.version, (ctx, { params: { version, ...key } }) => getVersion(ctx, key, version));
  http.on(legal.saveDraft, (ctx, { params, body }, by) => saveDraft(ctx, by.uid, params, body));
  http.on(legal.discardDraft, (ctx, { params }, by) => discardDraft(ctx, by.uid, params));
  http.on(legal.publish, (ctx, { params, body }, by) => publishText(ctx, by.uid, params, body));
  http.on(legal.withdraw, (ctx, { params }, by) => withdrawText(ctx, by.uid, params));
};
