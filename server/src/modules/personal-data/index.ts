import { message } from "@commonlane/contract/message";
import { personalData } from "@commonlane/contract/personal-data";
import { getClientInfo } from "#modules/accounts/sign-in/index.ts";
import { giveConsent, listOwnConsents } from "#modules/consents/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { EXPORTS_SHOWN_MAX, getExportFile, listOwnExports, requestExport } from "./exports.ts";
import { requestDeletion } from "./account-deletion.ts";
import { deleteExport, deleteExportsRequestedAfter, findExports } from "./exports.store.ts";

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

/** A copy of everything about a member, for a week. */
export const exportAccess: AccountAccessKind = {
  name: "data-export",
  tables: ["data_export"],
  endings: {
    "email-undo": "lately",
    // Downloading needs a session, and a confirmation in it.
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "e-mail",
  endAll: (ctx, { uid, addedAfter }) => deleteExportsRequestedAfter(ctx, uid, addedAfter),
  shown: {
    noun: message("Export of your data", {
      comment: "In a list of what grants access to a member's data.",
    }),
    list: async (ctx, uid) =>
      (await findExports(ctx, uid, EXPORTS_SHOWN_MAX))
        .filter(({ failed_at }) => failed_at === null)
        .map(({ id, requested_at }) => ({
          id,
          name: null,
          since: requested_at,
          lastUsedAt: null,
        })),
    end: async (ctx, { uid }, id) => {
      if (!(await deleteExport(ctx, uid, id))) throw new Problem("not_found");
    },
  },
};
