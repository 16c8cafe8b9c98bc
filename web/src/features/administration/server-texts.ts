import type { GoLiveItem, ServerStatus } from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import { useMailFailureText } from "./mail-failure-text.ts";

interface ItemText {
  readonly title: string;
  /** What is missing, and how to fix it. */
  readonly fix: string;
  /** A page of the console; otherwise the operator's guide. */
  readonly to?: string;
}

/** Texts of the go-live checklist. */
export function useGoLiveTexts(status: ServerStatus): Record<GoLiveItem["id"], ItemText> {
  const { t } = useLingui();
  const failureText = useMailFailureText();
  const failure = status.testEmail?.failure ?? null;
  const isBackupMissing = status.goLive.some(
    ({ id, state }) => id === "backup" && state === "warning",
  );
  const isPushRefused = status.goLive.some(({ id, state }) => id === "push" && state === "warning");
  return {
    identity: {
      title: t`Name and support address`,
      fix: t`Give the community its own name and a support address that you read.`,
      to: "/moderation/settings#identity",
    },
    publicUrl: {
      title: t`Public address with HTTPS`,
      fix: t`Put the server behind a proxy with a certificate, and set PUBLIC_URL to its https:// address.`,
    },
    mail: {
      title: t`E-mails are delivered`,
      fix:
        failure === null
          ? t`Set a mail server and send yourself a test e-mail.`
          : t`The test e-mail failed: ${failureText(failure)}`,
      to: "/moderation/settings#mail",
    },
    legal: {
      title: t`Legal texts`,
      fix: t`Say who runs the service, and publish your own privacy policy and terms of use.`,
      to: "/moderation/legal",
    },
    imprint: {
      title: t`Imprint`,
      fix: t`Publish an imprint; many countries require it.`,
      to: "/moderation/legal",
    },
    accessibility: {
      title: t`Accessibility statement`,
      fix: t`Publish an accessibility statement; public bodies in the EU have to.`,
      to: "/moderation/legal",
    },
    appearance: {
      title: t`Logo and colour`,
      fix: t`Choose a logo or a colour, so that members recognise the service.`,
      to: "/moderation/appearance",
    },
    region: {
      title: t`Roads, places and map of your region`,
      fix: t`Choose the centre of your community, then add its roads and streets.`,
      to: "/moderation/regions",
    },
    team: {
      title: t`More than one person in charge`,
      fix: t`Appoint a moderator or another administrator, so that reports are handled when you are away.`,
      to: "/moderation/team",
    },
    backup: {
      title: t`Backups`,
      fix: isBackupMissing
        ? t`There is no recent backup; the checks below say why. The server must be able to write to BACKUP_DIR.`
        : t`Set BACKUP_DIR to a folder on another disk; a backup is then made every day.`,
    },
    proxy: {
      title: t`Proxy passes on addresses`,
      fix: t`Set TRUST_PROXY and let the proxy send X-Forwarded-For; otherwise all members share the limits of one address.`,
    },
    push: {
      title: t`Push notifications`,
      fix: isPushRefused
        ? t`A push service refuses them; the checks below say why.`
        : t`They work as soon as the server has an https:// address.`,
    },
    disk: {
      title: t`Free disk space`,
      fix: t`Less than 2 GB are free. When the disk is full, nothing can be saved.`,
    },
  };
}

/** Names of the readiness checks, as in /health/ready. Unknown ones show their name. */
export function useCheckNames(): (name: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    database: t`The database answers`,
    writes: t`Changes can be saved`,
    migrations: t`The database has this release's tables`,
    collation: t`The database sorts text as before`,
    accepting: t`The server accepts requests`,
    clock: t`The clocks of server and database agree`,
    rides: t`All rides are loaded for searches`,
    load: t`Searches are answered without a delay`,
    push: t`Push services accept notifications`,
    outbox: t`Notifications and updates are on time`,
    backup: t`Backups are up to date`,
    proxy: t`The proxy passes on addresses`,
  };
  return (name) => names[name] ?? name;
}

const SECONDS_IN = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
} as const;

/** The largest unit of which it is at least two. */
function readableUnit(seconds: number): keyof typeof SECONDS_IN {
  if (seconds < 2 * SECONDS_IN.minute) return "second";
  if (seconds < 2 * SECONDS_IN.hour) return "minute";
  return seconds < 2 * SECONDS_IN.day ? "hour" : "day";
}

/** The measures in words, without those that are not known. */
export function useMeasureTexts({ measures }: ServerStatus): readonly {
  readonly name: string;
  readonly value: string;
}[] {
  const { t, i18n } = useLingui();
  const gigabytes = (bytes: number) => i18n.number(bytes / 1e9, { maximumFractionDigits: 1 });
  const duration = (seconds: number) => {
    const unit = readableUnit(seconds);
    const value = Math.round(seconds / SECONDS_IN[unit]);
    return i18n.number(value, {
      style: "unit",
      unit,
      unitDisplay: "long",
    });
  };
  const { freeBytes, backupAgeS, eventLagS, jobsWaiting, jobWaitS, indexedRides } = measures;
  const free = freeBytes === null ? "" : gigabytes(freeBytes);
  return [
    ...(freeBytes === null
      ? []
      : [
          {
            name: t`Free disk space`,
            value: t`${free} GB`,
          },
        ]),
    {
      name: t`Newest backup`,
      value:
        backupAgeS === null
          ? t({
              message: "none",
              context: "no backup",
            })
          : t`${duration(backupAgeS)} old`,
    },
    ...(eventLagS === null
      ? []
      : [
          {
            name: t`Delay of notifications and updates`,
            value: duration(eventLagS),
          },
        ]),
    ...(jobsWaiting === null
      ? []
      : [
          {
            name: t`E-mails and other jobs waiting`,
            value: i18n.number(jobsWaiting),
          },
        ]),
    ...(jobWaitS
      ? [
          {
            name: t`Longest wait`,
            value: duration(jobWaitS),
          },
        ]
      : []),
    ...(indexedRides === null
      ? []
      : [
          {
            name: t`Upcoming rides`,
            value: i18n.number(indexedRides),
          },
        ]),
  ];
}
