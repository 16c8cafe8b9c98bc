import type { ApiScope } from "@commonlane/contract/api-scopes";
import { useLingui } from "@lingui/react/macro";

/** What a program may do with each scope. */
export function useScopeLabels(): Readonly<Record<ApiScope, string>> {
  const { t } = useLingui();
  return {
    "rides:read": t`Find rides`,
    "rides:write": t`Host, change and cancel rides`,
    "requests:read": t`Read ride requests`,
    "requests:write": t`Post and change ride requests`,
    "bookings:read": t`Read your bookings`,
    "events:read": t`Read events`,
    "events:write": t`Create, change and cancel events`,
    "places:read": t`Find places`,
  };
}
