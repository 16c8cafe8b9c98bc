import { personalData } from "@commonlane/contract/personal-data";
import { getClientInfo } from "#modules/accounts/sign-in/index.ts";
import { giveConsent, listOwnConsents } from "#modules/consents/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { requestExport, getExportFile, listOwnExports } from "./exports.ts";
import { requestDeletion } from "./account-deletion.ts";

export { exportAccess } from "./account-access.ts";
export { personalDataSweeps, personalDataWorkers } from "./account-deletion.ts";
export { getDataProtection } from "./data-protection/data-protection.ts";

export const personalDataRoutes: RegisterRoutes = (http) => {
  http.on(personalData.exports, (ctx, _, caller) => listOwnExports(ctx, caller));
  http.on(personalData.requestExport, (ctx, _, caller, exchange) =>
    requestExport(ctx, caller, getClientInfo(exchange)),
  );
  http.on(personalData.file, (ctx, { params }, caller) =>
    getExportFile(ctx, caller, params.exportId),
  );
  http.on(personalData.deleteAccount, (ctx, { body }, caller, exchange) =>
    requestDeletion(ctx, caller, body.password, getClientInfo(exchange)),
  );
  http.on(personalData.consents, (ctx, _, { uid }) => listOwnConsents(ctx, uid));
  http.on(personalData.giveConsent, (ctx, { body }, { uid }) =>
    giveConsent(ctx, uid, body.documents),
  );
};
