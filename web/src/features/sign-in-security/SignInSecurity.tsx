import {
  type AccessKindName,
  accountAccess,
  type OwnAccess,
} from "@commonlane/contract/account-access";
import { ACCESS_ADDED_LATELY_DAYS } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { formatDevice } from "#shared/formatting/device-name.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { secondFactorStatus } from "#shared/passkeys/second-factor.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { AuthenticatorApp } from "./AuthenticatorApp.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { ownAccess } from "./sign-in-security.queries.ts";

/** Passkeys, the second factor of the user's account, and everything else that has access to it. */
export function SignInSecurity() {
  const statusQuery = useQuery(secondFactorStatus);
  const status = statusQuery.data;
  if (!status) return <NotLoaded query={statusQuery} placeholder={<SkeletonForm />} />;
  return (
    <>
      {status.required && <TeamNotice isDone={status.shownInSession} />}
      <Passkeys />
      <AuthenticatorApp status={status} />
      <AccountAccess />
    </>
  );
}

/** For moderators and administrators of a community that requires a second factor. */
function TeamNotice({ isDone }: { isDone: boolean }) {
  const { t } = useLingui();
  if (!isDone)
    return (
      <Notice tone="warn">
        {t`Moderators and administrators of this community need a second factor. Add a passkey or an authenticator app to open the console.`}
      </Notice>
    );
  return (
    <Notice tone="ok">
      {t`You have shown your second factor.`}{" "}
      <Link to="/moderation/reports" className="underline underline-offset-4">
        {t`Open the moderation console`}
      </Link>
    </Notice>
  );
}

/** Everything that signs in to the account, or lets someone follow its owner, to look through and to end. */
function AccountAccess() {
  const { t } = useLingui();
  const itemsQuery = useQuery(ownAccess);
  const items = itemsQuery.data;
  const { isRefetching } = itemsQuery;
  const added = items?.filter(({ isNew }) => isNew) ?? [];
  const older = items?.filter(({ isNew }) => !isNew) ?? [];
  // The row that was ended had the focus.
  const root = useReturnFocus<HTMLElement>(isRefetching, "h2");
  return (
    <section ref={root} aria-labelledby="account-access" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          id="account-access"
          tabIndex={-1}
          className="text-xl font-bold tracking-[-.015em] outline-none"
        >
          {t`Who and what has access`}
        </h2>
        <p className="text-ink-2">
          {t`Everything that signs in to your account, or lets somebody follow you. Remove what you don't know or use.`}
        </p>
      </div>
      {!items && <NotLoaded query={itemsQuery} placeholder={<Skeleton className="h-18" />} />}
      <AccessList title={t`Added in the last ${ACCESS_ADDED_LATELY_DAYS} days`} items={added} />
      <AccessList title={t`Older`} items={older} />
    </section>
  );
}

function AccessList({ title, items }: { title: string; items: readonly OwnAccess[] }) {
  if (items.length === 0) return null;
  return (
    <div className="grid gap-3">
      <h3 className="font-bold">{title}</h3>
      <ul className="grid divide-y divide-line card">
        {items.map((item) => (
          <AccessRow key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
    </div>
  );
}

function AccessRow({ item }: { item: OwnAccess }) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const label = useKindLabel(item.kind);
  const own = item.name === null ? undefined : nameOf(item.kind, item.name);
  const name = own === undefined ? label : `${label}: ${own}`;
  return (
    <li className="flex min-h-16 items-center gap-3 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <Times item={item} />
      </div>
      {item.isCurrent && (
        <span className="pe-2">
          <Pill tone="ok" icon="check-circle">
            {t`This device`}
          </Pill>
        </span>
      )}
      {item.canEnd && (
        <Button variant="ghost" aria-label={t`Remove ${name}`} onClick={() => setRemoving(true)}>
          {t`Remove`}
        </Button>
      )}
      {!item.canEnd && !item.isCurrent && (
        <Link to="/settings/account" className="min-h-11 px-3 py-2.5 font-semibold text-brand-ink">
          {t`Change`}
        </Link>
      )}
      {isRemoving && (
        <RemoveDialog
          title={t`Remove ${name}?`}
          text={t`It stops working at once. You can add it again later.`}
          action={() =>
            call(accountAccess.end, {
              body: {
                kind: item.kind,
                id: item.id,
              },
            })
          }
          done={t`Removed.`}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  );
}

function Times({ item: { since, lastUsedAt } }: { item: OwnAccess }) {
  const { t } = useLingui();
  const times = [
    since === null ? undefined : t`Since ${formatUserDate(since)}`,
    lastUsedAt === null ? undefined : t`Last used on ${formatUserDate(lastUsedAt)}`,
  ].filter((text) => text !== undefined);
  if (times.length === 0) return null;
  return <p className="text-sm text-ink-3">{times.join(" · ")}</p>;
}

const DEVICE_KINDS: readonly AccessKindName[] = ["session", "push-subscription"];
const nameOf = (kind: AccessKindName, name: string): string =>
  DEVICE_KINDS.includes(kind) ? formatDevice(name) : name;

function useKindLabel(kind: AccessKindName): string {
  const { t } = useLingui();
  const labels: Partial<Record<AccessKindName, string>> = {
    password: t`Password`,
    session: t`Signed-in device`,
    passkey: t`Passkey`,
    "authenticator-app": t`Authenticator app`,
    "linked-identity": t`Institution`,
    "push-subscription": t`Push notifications`,
    "calendar-feed": t`Calendar feed`,
    "api-key": t`API key`,
    "ride-share": t`Link to follow a ride`,
    "trusted-contact": t`Trusted contact`,
    "data-export": t`Export of your data`,
    "phone-number": t`Phone number`,
  };
  return labels[kind] ?? kind;
}
