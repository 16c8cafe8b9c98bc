import { importedData, memberImports } from "@commonlane/contract/member-imports";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  getImportedData,
  publishImportedSeries,
  removeByLink,
  removeImportedData,
  takeOverProfile,
} from "./imported-data.ts";
import {
  getImportStatus,
  importMembers,
  inviteMembers,
  removeWaitingMembers,
  unpackMemberFiles,
} from "./member-imports.ts";

export { memberImportSweeps } from "./invitations.ts";
export type { MemberFiles } from "./read-members.ts";
export { importMembers, unpackMemberFiles } from "./member-imports.ts";

export const memberImportRoutes: RegisterRoutes = (http) => {
  http.on(memberImports.status, (ctx) => getImportStatus(ctx));
  http.on(memberImports.check, (ctx, { query, body }, { uid }) =>
    importMembers(ctx, unpackMemberFiles(body), {
      ...query,
      isCheck: true,
      byUid: uid,
    }),
  );
  http.on(memberImports.import, (ctx, { query, body }, { uid }) =>
    importMembers(ctx, unpackMemberFiles(body), {
      ...query,
      isCheck: false,
      byUid: uid,
    }),
  );
  http.on(memberImports.invite, (ctx) => inviteMembers(ctx));
  http.on(memberImports.removeAll, (ctx) => removeWaitingMembers(ctx));
  http.on(importedData.get, (ctx, _, { uid }) => getImportedData(ctx, uid));
  http.on(importedData.takeOver, (ctx, _, { uid }) => takeOverProfile(ctx, uid));
  http.on(importedData.publishSeries, (ctx, { params }, caller) =>
    publishImportedSeries(ctx, caller, params.seriesId),
  );
  http.on(importedData.remove, (ctx, _, { uid }) => removeImportedData(ctx, uid));
  http.on(importedData.removeByLink, (ctx, { body }) => removeByLink(ctx, body.token));
};
