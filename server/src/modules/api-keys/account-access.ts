import { message } from "@commonlane/contract/message";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { deleteKeys, findKeys } from "./api-keys.store.ts";
import { revokeKey } from "./api-keys.ts";

/** A program with a key acts for its owner without any sign-in, so a key ends with every new password. */
export const apiKeyAccess: AccountAccessKind = {
  name: "api-key",
  tables: ["api_key"],
  endings: {
    "email-undo": "all",
    "password-reset": "all",
    "password-change": "all",
    "sign-out-everywhere": "all",
    suspension: "refused",
    deletion: "refused",
  },
  notified: "e-mail",
  endAll: (ctx, { uid }) => deleteKeys(ctx, uid),
  shown: {
    noun: message("API key", { comment: "In a list of what lets a program act for a member." }),
    list: async (ctx, uid) => {
      const rows = await findKeys(ctx, uid);
      return rows.map(({ id, name, created_at, last_used_at }) => ({
        id,
        name,
        since: created_at,
        lastUsedAt: last_used_at,
      }));
    },
    end: (ctx, { uid }, id) => revokeKey(ctx, uid, id),
  },
};
