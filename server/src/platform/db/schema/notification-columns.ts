import type { ReportReason } from "@commonlane/contract/reports";

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
