import { secondFactor } from "@commonlane/contract/second-factor";
import { moderationRole } from "@commonlane/contract/moderation-role";
import { accountSettings } from "@commonlane/contract/account-settings";
import { accountAccess } from "@commonlane/contract/account-access";
import { passkeys } from "@commonlane/contract/passkeys";
import { endpointItems, useInvalidate } from "#shared/api/endpoint-query.ts";

/** The user's passkeys, oldest first. */
export const ownPasskeys = endpointItems(passkeys.list, {});

/** Everything that signs in to the user's account, or lets someone follow them. */
export const ownAccess = endpointItems(accountAccess.list, {});

/** Reads everything again that a changed way to sign in affects. */
export function useRefreshSignInSecurity(): () => Promise<unknown> {
  const invalidate = useInvalidate();
  return () =>
    invalidate(
      passkeys,
      secondFactor,
      accountAccess,
      accountSettings,
      // The console opens once a moderator has a second factor.
      moderationRole,
    );
}
