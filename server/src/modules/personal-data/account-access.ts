import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { Problem } from "#platform/http/problem.ts";
import { deleteExport, deleteExportsRequestedAfter, findExports } from "./exports.store.ts";
import { EXPORTS_SHOWN_MAX } from "./exports.ts";

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
