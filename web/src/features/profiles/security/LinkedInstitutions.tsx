import { type LinkedIdentity, signInProviders } from "@commonlane/contract/sign-in-providers";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

const linkedIdentities = endpointQuery(signInProviders.linked, {});

/** Institutions at which the user can sign in. Not shown in communities without any. */
export function LinkedInstitutions() {
  const { t } = useLingui();
  const linkedQuery = useQuery(linkedIdentities);
  const linked = linkedQuery.data;
  const { isRefetching } = linkedQuery;
  const [unlinking, setUnlinking] = useState<LinkedIdentity>();
  // The pressed button disappears with its row.
  const root = useReturnFocus<HTMLElement>(isRefetching, "h2");
  const others = communitySettings.signInProviders.filter(
    ({ id }) => !linked?.items.some(({ providerId }) => providerId === id),
  );
  if (communitySettings.signInProviders.length === 0 && !linked?.items.length) return null;
  return (
    <section ref={root} aria-labelledby="institutions" className="grid gap-4">
      <h2
        id="institutions"
        tabIndex={-1}
        className="text-xl font-bold tracking-[-.015em] outline-none"
      >
        {t`Sign-in at institutions`}
      </h2>
      {!linked && <NotLoaded query={linkedQuery} placeholder={<Skeleton className="h-18" />} />}
      {linked && (
        <ul className="grid divide-y divide-line card">
          {linked.items.map((identity) => (
            <LinkedRow
              key={identity.id}
              identity={identity}
              onUnlink={() => setUnlinking(identity)}
            />
          ))}
          {others.map(({ id, name }) => (
            <LinkRow key={id} providerId={id} name={name} />
          ))}
        </ul>
      )}
      {linked?.hasPassword === false && (
        <p className="text-sm text-ink-3">
          {t`Your account has no password. To choose one, sign out and use 'Forgot password?'.`}
        </p>
      )}
      {unlinking && <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(undefined)} />}
    </section>
  );
}

function LinkedRow({ identity, onUnlink }: { identity: LinkedIdentity; onUnlink: () => void }) {
  const { t } = useLingui();
  const { email, lastUsedAt } = identity;
  const name = identity.providerName;
  const lastUsed = formatUserDate(lastUsedAt);
  return (
    <li className="flex min-h-16 items-center gap-3 p-2 ps-4">
      <Icon name="check-circle" className="size-6 text-ok" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {email !== null && <p className="text-sm text-ink-3 wrap-anywhere">{email}</p>}
        <p className="text-sm text-ink-3">{t`Last used ${lastUsed}`}</p>
      </div>
      <Button variant="ghost" aria-label={t`Unlink ${name}`} onClick={onUnlink}>
        {t`Unlink`}
      </Button>
    </li>
  );
}

/** Goes to the institution; the account is linked after a confirmation there and here. */
function LinkRow({ providerId, name }: { providerId: string; name: string }) {
  const { t } = useLingui();
  const start = useMutation({
    mutationFn: () =>
      call(signInProviders.startLink, {
        params: { providerId },
        body: { returnTo: "/settings/account" },
      }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <li className="grid gap-2 p-2 ps-4">
      <div className="flex min-h-12 items-center gap-3">
        <Icon name="lock" className="size-6 text-ink-3" />
        <p className="min-w-0 flex-1 font-semibold wrap-anywhere">{name}</p>
        <Button
          variant="soft"
          aria-label={t`Link ${name}`}
          busy={start.isPending}
          onClick={() => start.mutate()}
        >
          {t`Link account`}
        </Button>
      </div>
      <ErrorNotice error={start.error} />
    </li>
  );
}

function UnlinkDialog({
  identity: { id, providerName },
  onClose,
}: {
  identity: LinkedIdentity;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const queries = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => call(signInProviders.unlink, { params: { identityId: id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: linkedIdentities.queryKey });
      toast({
        message: t`Unlinked.`,
        type: "success",
      });
      onClose();
    },
  });
  return (
    <ConsequenceDialog
      title={t`Unlink ${providerName}?`}
      text={t`You can then no longer sign in there. You can link it again at any time.`}
      confirmLabel={t`Unlink`}
      call={unlink}
      onConfirm={() => unlink.mutate()}
      onClose={onClose}
    />
  );
}
