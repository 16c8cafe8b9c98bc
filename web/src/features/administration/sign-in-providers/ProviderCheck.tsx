import type { Reply } from "@commonlane/contract/endpoint";
import type {
  providerAdministration,
  SignInProvider,
} from "@commonlane/contract/provider-administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { providerCheckQuery } from "../administration.queries.ts";

/** Whether the provider can be used, read from what it publishes. */
export function ProviderCheck({ provider: { id, issuer } }: { provider: SignInProvider }) {
  const { t } = useLingui();
  const { data: check, error, refetch, isFetching } = useQuery(providerCheckQuery(id));
  const text = useCheckText(check);
  if (!check && !error) return <Skeleton className="h-12" />;
  const isFine = check?.failure === null;
  return (
    <div className="grid gap-2" key={issuer}>
      <Notice tone={isFine ? "ok" : "warn"}>{error ? error.message : text}</Notice>
      {!isFine && (
        <Button
          variant="line"
          size="sm"
          className="justify-self-start"
          busy={isFetching}
          onClick={() => void refetch()}
        >
          {t`Check again`}
        </Button>
      )}
    </div>
  );
}

function useCheckText(check: Reply<typeof providerAdministration.check> | undefined): string {
  const { t } = useLingui();
  if (!check) return "";
  const publishedIssuer = check.publishedIssuer ?? "";
  const texts = {
    unreachable: t`We can't read its configuration. Check the issuer, and that this server can reach it.`,
    "other-issuer": t`It calls itself by another issuer. Enter ${publishedIssuer} exactly like this.`,
    "unusable-address": t`It publishes an address that can't be used. All its addresses must start with https://.`,
    "no-code-flow": t`It doesn't offer the authorization code flow.`,
    "no-pkce": t`It doesn't offer PKCE with S256.`,
    "wrong-secret": t`It refuses the client ID or the client secret. Copy both again.`,
  };
  if (check.failure !== null) return texts[check.failure];
  return check.canSignOut
    ? t`Its configuration can be read. Signing out here also signs out there.`
    : t`Its configuration can be read. It has no sign-out, so people stay signed in there.`;
}
