import { ownData } from "@commonlane/contract/own-data";
import { visitorOf } from "#modules/accounts/index.ts";
import { agree, ownConsents } from "#modules/consents/index.ts";
import type { Routes } from "#platform/http/route.ts";
import { askForExport, fetchExport, ownExports } from "./exports.ts";
import { askToLeave } from "./leaving.ts";

export const dataRightsRoutes: Routes = (http) => {
  http.on(ownData.exports, (ctx, _, caller) => ownExports(ctx, caller));
  http.on(ownData.askForExport, (ctx, _, caller, exchange) => askForExport(ctx, caller, visitorOf(exchange)));
  http.on(ownData.file, (ctx, { params }, caller) => fetchExport(ctx, caller, params.exportId));
  http.on(ownData.leave, (ctx, { body }, caller, exchange) =>
    askToLeave(ctx, caller, body.password, visitorOf(exchange)),
  );
  http.on(ownData.consents, (ctx, _, { uid }) => ownConsents(ctx, uid));
  http.on(ownData.agree, (ctx, { body }, { uid }) => agree(ctx, uid, body.documents));
};
