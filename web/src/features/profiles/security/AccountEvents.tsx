import { type AccountEvent, accountSettings } from "@commonlane/contract/account-settings";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { endpointItems } from "#shared/api/endpoint-query.ts";
import { formatDevice } from "#shared/formatting/device-name.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { ShortList } from "#shared/ui/ShortList.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

const INITIAL_COUNT = 5;

const accountEvents = endpointItems(accountSettings.accountEvents, {});

const eventLooks: Record<
  AccountEvent["kind"],
  {
    icon: IconName;
    label: MessageDescriptor;
  }
> = {
  "signed-up": {
    icon: "user",
    label: msg`Account created`,
  },
  "signed-in": {
    icon: "check-circle",
    label: msg`Signed in`,
  },
  "sign-in-failed": {
    icon: "alert",
    label: msg`Failed sign-in attempt`,
  },
  "password-changed": {
    icon: "lock",
    label: msg`Password changed`,
  },
  "email-changed": {
    icon: "mail",
    label: msg`E-mail changed`,
  },
  "session-ended": {
    icon: "logout",
    label: msg`Signed out`,
  },
  "institution-linked": {
    icon: "check-circle",
    label: msg`Institution linked`,
  },
  "institution-unlinked": {
    icon: "close",
    label: msg`Institution unlinked`,
  },
  suspended: {
    icon: "hand",
    label: msg`Account suspended`,
  },
  "deletion-asked": {
    icon: "trash",
    label: msg`Account deletion requested`,
  },
  "deletion-undone": {
    icon: "check-circle",
    label: msg`Account restored`,
  },
  "data-exported": {
    icon: "inbox",
    label: msg`Data export requested`,
  },
  "passkey-added": {
    icon: "lock",
    label: msg`Passkey added`,
  },
  "passkey-removed": {
    icon: "trash",
    label: msg`Passkey removed`,
  },
  "second-factor-on": {
    icon: "shield",
    label: msg`Authenticator app set up`,
  },
  "second-factor-off": {
    icon: "trash",
    label: msg`Authenticator app removed`,
  },
  "recovery-code-used": {
    icon: "alert",
    label: msg`Recovery code used`,
  },
  "recovery-codes-renewed": {
    icon: "list",
    label: msg`New recovery codes`,
  },
};

/** Recent security events of the account, so that users notice activity that was not theirs. */
export function AccountEvents() {
  const { t } = useLingui();
  const eventsQuery = useQuery(accountEvents);
  const events = eventsQuery.data;
  return (
    <div className="grid gap-3">
      <div>
        <h3 className="font-bold">{t`Recent account activity`}</h3>
        <p className="text-sm text-ink-3">{t`If something here wasn't you, change your password and sign out everywhere else.`}</p>
      </div>
      {!events && <NotLoaded query={eventsQuery} placeholder={<Skeleton className="h-18" />} />}
      {events?.length === 0 && <p className="text-ink-2">{t`No recent activity.`}</p>}
      {events && events.length > 0 && (
        <ShortList
          items={events}
          initialCount={INITIAL_COUNT}
          keyOf={({ id }) => id}
          className="grid divide-y divide-line card"
          itemClassName="flex items-start gap-3 p-3 ps-4 -outline-offset-2"
        >
          {(event) => <EventRow event={event} />}
        </ShortList>
      )}
    </div>
  );
}

function EventRow({ event }: { event: AccountEvent }) {
  const { t, i18n } = useLingui();
  const { kind, at, device, network } = event;
  const { icon, label } = eventLooks[kind];
  const zone = userTimeZone();
  const deviceText = device ? formatDevice(device) : t`Unknown device`;
  const origin = device || network ? [deviceText, network].filter(Boolean) : [];
  return (
    <>
      <Icon
        name={icon}
        className={kind === "sign-in-failed" ? "mt-0.5 text-warn" : "mt-0.5 text-ink-3"}
      />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{i18n._(label)}</p>
        <p className="text-sm text-ink-3 wrap-anywhere">
          <time dateTime={at}>
            {formatDay(at, zone)}, {formatTime(at, zone)}
          </time>
          {origin.map((originPart) => ` · ${originPart}`)}
        </p>
      </div>
    </>
  );
}
