import { message } from "@commonlane/contract/message";
import { clearPhoneChangedAfter, findOwnPhone } from "#modules/profiles/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";
import { deleteCodeOf } from "./phone-verification.store.ts";

/** The number signs nobody in, but it is where people on a ride call the member, and where codes go. */
export const phoneNumberAccess: AccountAccessKind = {
  name: "phone-number",
  tables: ["profile", "phone_code"],
  endings: {
    "email-undo": "lately",
    "password-reset": "stays",
    "password-change": "stays",
    "sign-out-everywhere": "stays",
    suspension: "stays",
    deletion: "stays",
  },
  notified: "e-mail",
  unconfirmedBecause:
    "the specification's call changes it together with the rest of the profile, and it opens nothing by itself",
  endAll: async (ctx, { uid, addedAfter }) => {
    await clearPhoneChangedAfter(ctx, uid, addedAfter);
    await deleteCodeOf(ctx, uid);
  },
  shown: {
    noun: message("Phone number", { comment: "In a list of what leads to a member." }),
    list: async (ctx, uid) => {
      const own = await findOwnPhone(ctx, uid);
      if (own?.phone == null) return [];
      return [
        {
          id: uid,
          name: own.phone,
          since: own.phone_changed_at,
          lastUsedAt: null,
        },
      ];
    },
  },
};
