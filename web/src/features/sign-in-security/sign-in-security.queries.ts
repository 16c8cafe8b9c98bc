import { accountAccess } from "@commonlane/contract/account-access";
import { passkeys } from "@commonlane/contract/passkeys";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { secondFactorStatus } from "#shared/passkeys/second-factor.queries.ts";

/** The user's passkeys, oldest first. */
export const ownPasskeys = queryOptions({
  queryKey: ["accounts", "passkeys"],
  queryFn: async ({ signal }) => (await call(passkeys.list, {}, { signal })).items,
});

/** Everything that signs in to the user's account, or lets somebody follow them. */
export const ownAccess = queryOptions({
  queryKey: ["accounts", "access"],
  queryFn: async ({ signal }) => (await call(accountAccess.list, {}, { signal })).items,
});

/** Reads everything again that a changed way to sign in affects. */
export function useRefreshSignInSecurity(): () => Promise<unknown> {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      // The console opens once a moderator has a second factor.
      [ownPasskeys.queryKey, secondFactorStatus.queryKey, ["accounts"], ["moderation", "role"]].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );
}
