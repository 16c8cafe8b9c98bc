import type {
  NotificationChannel,
  NotificationDelivery,
  NotificationGroup,
  NotificationKind,
} from "@commonlane/contract/notifications";
import type { ReportReason } from "@commonlane/contract/reports";
import type { Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** Template variables of a notification; each kind uses some of them. */
export interface NoticeDetails {
  /** Labels of places. */
  readonly from?: string;
  readonly to?: string;
  /** An instant and its time zone. */
  readonly at?: string;
  readonly timeZone?: string;
  /** Deadline for an answer, in the same zone. */
  readonly until?: string;
  readonly seats?: number;
  readonly count?: number;
  readonly reason?: string | null;
  /** The host cancelled the ride. */
  readonly isCancelled?: boolean;
  /** Reason of a report, one of a fixed set. */
  readonly topic?: ReportReason;
  /** Name of a trust mark. */
  readonly mark?: string;
  /** Name of a group. */
  readonly group?: string;
  /** The ride, and the seat on it, whose trip an e-mail shows. */
  readonly rideId?: string;
  readonly seatRequestId?: string;
  /** Support address. */
  readonly support?: string;
  /** Alternative rides with host and pickup time, in the same zone. */
  readonly choices?: readonly {
    readonly who: string;
    readonly at: string;
    readonly full: boolean;
  }[];
}

/** Notifications, their deliveries and preferences. */
export interface NotificationTables {
  notification: {
    id: Generated<string>;
    uid: string;
    kind: NotificationKind;
    /** Deduplication key: each cause is notified once. */
    cause: string;
    person_id: string | null;
    path: string;
    details: JsonColumn<NoticeDetails>;
    /** From then on the notification is useless. */
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
    /** When the delivery is due; null once it was sent or dropped. */
    due_at: Date | null;
    changed_at: Date;
    /** The push or e-mail that delivered it, possibly with others. */
    batch_id: string | null;
  };
  notification_key: {
    id: Generated<boolean>;
    push_public_key: string;
    push_private_key: string;
    link_secret: string;
  };
  push_subscription: {
    id: Generated<string>;
    uid: string;
    session_id: string;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** Browser and system, such as "Chrome on Linux". */
    device: string | null;
    created_at: Date;
    refreshed_at: Date;
    pushed_at: Date | null;
    failure: string | null;
    /** How often its push service refused messages for good, since it last accepted one. */
    refusals: Generated<number>;
    refused_at: Date | null;
    /** Status and reason, such as "403 BadJwtToken". */
    refusal: string | null;
  };
  reminder: { kind: NotificationKind; subject_id: string; for_at: Date };
  notification_preference: {
    uid: string;
    /** Only channels that differ from the default (on). */
    channels: JsonColumn<
      Partial<Record<NotificationGroup, Partial<Record<NotificationChannel, boolean>>>>
    >;
    /** Local times, HH:MM. */
    quiet_from: string | null;
    quiet_until: string | null;
    time_zone: string | null;
  };
}
