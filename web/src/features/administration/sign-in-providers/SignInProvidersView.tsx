import type { Reply } from "@commonlane/contract/endpoint";
import {
  providerAdministration,
  type SignInProvider,
} from "@commonlane/contract/provider-administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { ProviderForm } from "./ProviderForm.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { providerCheckQuery, providersQuery } from "../administration.queries.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";

/** Institutions where members can sign in: adding, changing and removing them. */
export function SignInProvidersView() {
  const { t } = useLingui();
  const providersLoading = useQuery(providersQuery);
  const providers = providersLoading.data;
  /** Id of the provider whose form is open; empty for a new one. */
  const [editing, setEditing] = useState<string>();
  if (!providers) return <NotLoaded query={providersLoading} />;
  const edited = providers.find(({ id }) => id === editing);
  if (editing !== undefined)
    return <ProviderForm provider={edited} onDone={() => setEditing(undefined)} />;
  return (
    <>
      <h2 className="sr-only">{t`Sign-in`}</h2>
      <p className="text-ink-2">
        {t`Members can sign in at your university, company or town by OpenID Connect, such as Keycloak, Entra ID or Shibboleth. E-mail and password keep working, except for domains that you name here.`}
      </p>
      {providers.length === 0 ? (
        <EmptyState
          title={t`No institution yet`}
        >{t`Members sign in with e-mail and password.`}</EmptyState>
      ) : (
        <ul className="grid gap-3">
          {providers.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() => setEditing(provider.id)}
            />
          ))}
        </ul>
      )}
      <Button icon="plus" className="justify-self-start" onClick={() => setEditing("")}>
        {t`Add an institution`}
      </Button>
    </>
  );
}

function ProviderCard({ provider, onEdit }: { provider: SignInProvider; onEdit: () => void }) {
  const { t } = useLingui();
  const { name, issuer, enabled, emailDomains, linkedAccounts } = provider;
  const domains = emailDomains.join(", ");
  const [isRemoving, setRemoving] = useState(false);
  return (
    <li className="grid gap-3 card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid min-w-0 gap-1">
          <h3 className="flex flex-wrap items-center gap-2 text-lg font-bold">
            {name}
            <Pill tone={enabled ? "ok" : "quiet"} icon={enabled ? "check-circle" : "minus"}>
              {enabled ? t`On` : t`Off`}
            </Pill>
          </h3>
          <p className="text-sm text-ink-2 wrap-anywhere">{issuer}</p>
          {domains !== "" && (
            <p className="text-sm text-ink-2 wrap-anywhere">{t`Instead of a password: ${domains}`}</p>
          )}
          <p className="text-sm text-ink-2">{t`Linked accounts: ${linkedAccounts}`}</p>
        </div>
        <div className="flex gap-2">
          <Button variant="line" size="sm" aria-label={t`Change ${name}`} onClick={onEdit}>
            {t`Change`}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Remove ${name}`}
            onClick={() => setRemoving(true)}
          >
            {t`Remove`}
          </Button>
        </div>
      </div>
      <ProviderCheck provider={provider} />
      {isRemoving && (
        <RemoveProviderDialog provider={provider} onClose={() => setRemoving(false)} />
      )}
    </li>
  );
}

function RemoveProviderDialog({
  provider: { id, name },
  onClose,
}: {
  provider: SignInProvider;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const remove = useConsoleAction(providerAdministration.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`No one can sign in there any more, and everyone who did is signed out. The accounts stay: their owners choose a password with 'Forgot password?'.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { providerId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Whether the provider can be used, read from what it publishes. */
function ProviderCheck({ provider: { id, issuer } }: { provider: SignInProvider }) {
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
