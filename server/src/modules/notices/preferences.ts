import type { NoticeSettings, NoticeSettingsChange, QuietHours } from "@commonlane/contract/notice-channels";
import { type NoticeChannel, type NoticeGroup, noticeGroups } from "@commonlane/contract/notices";
import { type Context, transaction } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import {
  findPreference,
  findPreferences,
  keepPreference,
  lockPreference,
  type PreferenceRow,
} from "./preferences.store.ts";

/** What somebody wants to be told, how, and when not. */
export interface Wishes {
  readonly wants: (group: NoticeGroup, channel: NoticeChannel) => boolean;
  readonly quietHours: QuietHours | null;
}

/** What each of these people wants. */
export async function wishesOf(ctx: Context, uids: readonly string[]): Promise<(uid: string) => Wishes> {
  const rows = new Map((await findPreferences(ctx, uids)).map((row) => [row.uid, row]));
  return (uid) => read(rows.get(uid));
}

export async function noticeSettings(ctx: Context, { uid }: Caller): Promise<NoticeSettings> {
  return view(await findPreference(ctx, uid));
}

/** Changes what is named, and leaves the rest. */
export function changeNoticeSettings(
  ctx: Context,
  { uid }: Pick<Caller, "uid">,
  { channels = {}, quietHours }: NoticeSettingsChange,
): Promise<NoticeSettings> {
  return transaction(ctx, async (ctx) => {
    const before = (await lockPreference(ctx, uid)) ?? { ...nothingChosen, uid };
    const row: PreferenceRow = {
      ...before,
      channels: Object.fromEntries(
        noticeGroups.map((group) => [group, { ...before.channels[group], ...channels[group] }]),
      ),
      ...(quietHours !== undefined && {
        quiet_from: quietHours?.from ?? null,
        quiet_until: quietHours?.until ?? null,
        time_zone: quietHours?.timeZone ?? null,
      }),
    };
    await keepPreference(ctx, row);
    return view(row);
  });
}

const nothingChosen: Omit<PreferenceRow, "uid"> = {
  channels: {},
  quiet_from: null,
  quiet_until: null,
  time_zone: null,
};

function read(row: PreferenceRow | undefined): Wishes {
  const { channels, quiet_from, quiet_until, time_zone } = row ?? nothingChosen;
  const isQuiet = quiet_from !== null && quiet_until !== null && time_zone !== null;
  return {
    wants: (group, channel) => channels[group]?.[channel] ?? true,
    quietHours: isQuiet ? { from: quiet_from, until: quiet_until, timeZone: time_zone } : null,
  };
}

function view(row: PreferenceRow | undefined): NoticeSettings {
  const { wants, quietHours } = read(row);
  const both = (group: NoticeGroup) => ({ push: wants(group, "push"), email: wants(group, "email") });
  return {
    channels: {
      requests: both("requests"),
      answers: both("answers"),
      changes: both("changes"),
      reminders: both("reminders"),
      alerts: both("alerts"),
      messages: both("messages"),
    },
    quietHours,
  };
}
