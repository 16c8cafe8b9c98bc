import { accountAccessKinds } from "#modules/accounts/index.ts";
import { apiKeyAccess } from "#modules/api-keys/index.ts";
import { calendarFeedAccess } from "#modules/calendar/index.ts";
import { pushAccess } from "#modules/notifications/index.ts";
import { exportAccess } from "#modules/personal-data/index.ts";
import { phoneNumberAccess } from "#modules/phone-verification/index.ts";
import { signInProviderAccess } from "#modules/sign-in-providers/index.ts";
import { tripSafetyAccess } from "#modules/trip-safety/index.ts";
import type { AccountAccessKind } from "#platform/account-access/account-access.ts";

/** Everything that signs in to an account, or shows someone what its owner does, in the order of the settings. */
export const accountAccess: readonly AccountAccessKind[] = [
  ...accountAccessKinds,
  ...signInProviderAccess,
  pushAccess,
  calendarFeedAccess,
  apiKeyAccess,
  ...tripSafetyAccess,
  exportAccess,
  phoneNumberAccess,
];
