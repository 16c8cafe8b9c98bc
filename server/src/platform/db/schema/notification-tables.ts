import type {
  NotificationChannel,
  NotificationDelivery,
  NotificationGroup,
  NotificationKind,
} from "@commonlane/contract/notifications";
import type { Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** What the words of a notice are made of; each kind uses what it has. */
export interface NoticeDetails {
  /** Labels of places. */
  readonly from?: string;
  readonly to?: string;
  /** An instant, and the zone it is read in. */
  readonly at?: string;
  readonly timeZone?: string;
  /** The last moment to answer, in the same zone. */
  readonly until?: string;
  readonly seats?: number;
  readonly count?: number;
  readonly reason?: string | null;
  /** Where to write to. */
  readonly support?: string;
  /** Rides to choose from: by whom, and when one gets in, in the same zone. */
  readonly choices?: readonly { readonly who: string; readonly at: string; readonly full: boolean }[];
}

/** What people are told, how far it got, and how they want it. */
export interface NotificationTables {
  notification: {
    id: Generated<string>;
    uid: string;
    kind: NotificationKind;
    /** What it is told once about. */
    cause: string;
    person_id: string | null;
    path: string;
    details: JsonColumn<NoticeDetails>;
    /** From when on it is of no use any more. */
    expires_at: Date | null;
    created_at: Date;
    read_at: Date | null;
  };
  notification_delivery: {
    notification_id: string;
    channel: NotificationChannel;
    uid: string;
    state: NotificationDelivery["state"];
    reason: string | null;
    /** When it is to be looked at; null once it is on its way, or will never be. */
    due_at: Date | null;
    changed_at: Date;
    /** The push or the letter that it went with, maybe together with others. */
    batch_id: string | null;
  };
  notification_key: { id: Generated<boolean>; push_public_key: string; push_private_key: string; link_secret: string };
  push_subscription: {
    id: Generated<string>;
    uid: string;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** As coarse as "Chrome on Linux". */
    device: string | null;
    created_at: Date;
    refreshed_at: Date;
    pushed_at: Date | null;
    failure: string | null;
  };
  reminder: { kind: NotificationKind; subject_id: string; for_at: Date };
  notification_preference: {
    uid: string;
    /** Only what differs from on. */
    channels: JsonColumn<Partial<Record<NotificationGroup, Partial<Record<NotificationChannel, boolean>>>>>;
    /** Local times, HH:MM. */
    quiet_from: string | null;
    quiet_until: string | null;
    time_zone: string | null;
  };
}
