import type {
  NotificationSettings,
  NotificationSettingsChange,
  QuietHours,
} from "@commonlane/contract/notification-channels";
import {
  type NotificationChannel,
  type NotificationGroup,
  notificationGroups,
} from "@commonlane/contract/notifications";
import { type Context, transaction } from "#platform/context.ts";
import { lockAccount } from "#platform/db/locks.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import {
  findPreference,
  findPreferences,
  savePreference,
  type PreferenceRow,
} from "./preferences.store.ts";

/** A user's choice of groups, channels and quiet hours. */
export interface NotificationPreferences {
  readonly isWanted: (group: NotificationGroup, channel: NotificationChannel) => boolean;
  readonly quietHours: QuietHours | null;
}

/** Loads the preferences of several users. */
export async function loadPreferences(
  ctx: Context,
  uids: readonly string[],
): Promise<(uid: string) => NotificationPreferences> {
  const rows = new Map((await findPreferences(ctx, uids)).map((row) => [row.uid, row]));
  return (uid) => toPreferences(rows.get(uid));
}

export async function readNotificationSettings(
  ctx: Context,
  { uid }: Caller,
): Promise<NotificationSettings> {
  return viewSettings(await findPreference(ctx, uid));
}

/** Changes only the given settings. */
export function changeNotificationSettings(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  { channels = {}, quietHours }: NotificationSettingsChange,
): Promise<NotificationSettings> {
  return transaction(ctx, async (ctx) => {
    // Who never changed anything has no row to lock.
    await lockAccount(ctx, uid);
    const before = (await findPreference(ctx, uid)) ?? {
      ...DEFAULT_PREFERENCE,
      uid,
    };
    const row: PreferenceRow = {
      ...before,
      channels: Object.fromEntries(
        notificationGroups.map((group) => [
          group,
          {
            ...before.channels[group],
            ...channels[group],
          },
        ]),
      ),
      ...(quietHours !== undefined && {
        quiet_from: quietHours?.from ?? null,
        quiet_until: quietHours?.until ?? null,
        time_zone: quietHours?.timeZone ?? null,
      }),
    };
    await savePreference(ctx, row);
    return viewSettings(row);
  });
}

const DEFAULT_PREFERENCE: Omit<PreferenceRow, "uid"> = {
  channels: {},
  quiet_from: null,
  quiet_until: null,
  time_zone: null,
};

function toPreferences(row: PreferenceRow | undefined): NotificationPreferences {
  const { channels, quiet_from, quiet_until, time_zone } = row ?? DEFAULT_PREFERENCE;
  const isQuiet = quiet_from !== null && quiet_until !== null && time_zone !== null;
  return {
    isWanted: (group, channel) => channels[group]?.[channel] ?? true,
    quietHours: isQuiet
      ? {
          from: quiet_from,
          until: quiet_until,
          timeZone: time_zone,
        }
      : null,
  };
}

function viewSettings(row: PreferenceRow | undefined): NotificationSettings {
  const { isWanted, quietHours } = toPreferences(row);
  const channelsFor = (group: NotificationGroup) => ({
    push: isWanted(group, "push"),
    email: isWanted(group, "email"),
  });
  return {
    channels: {
      requests: channelsFor("requests"),
      answers: channelsFor("answers"),
      changes: channelsFor("changes"),
      reminders: channelsFor("reminders"),
      alerts: channelsFor("alerts"),
      messages: channelsFor("messages"),
    },
    quietHours,
  };
}
