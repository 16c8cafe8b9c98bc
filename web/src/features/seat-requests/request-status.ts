import type { SeatRequest, SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { IconName } from "#shared/ui/icon-paths.ts";

interface StatusLook {
  readonly tone: "ok" | "warn" | "bad" | "info" | "quiet";
  readonly icon: IconName;
  readonly text: MessageDescriptor;
}

/** Label and icon of each seat request status. */
export const statusLook: Record<SeatRequestStatus, StatusLook> = {
  pending: {
    tone: "info",
    icon: "clock",
    text: msg`Waiting for the host`,
  },
  accepted: {
    tone: "ok",
    icon: "check-circle",
    text: msg`Accepted`,
  },
  rejected: {
    tone: "quiet",
    icon: "close",
    text: msg`Declined`,
  },
  withdrawn: {
    tone: "quiet",
    icon: "close",
    text: msg`Withdrawn`,
  },
  expired: {
    tone: "quiet",
    icon: "clock",
    text: msg`Not answered in time`,
  },
  cancelled: {
    tone: "bad",
    icon: "error",
    text: msg`Cancelled`,
  },
  completed: {
    tone: "ok",
    icon: "flag",
    text: msg`Travelled`,
  },
  disputed: {
    tone: "warn",
    icon: "alert",
    text: msg`Under review`,
  },
};

export const isActive = ({ status }: SeatRequest): boolean =>
  status === "pending" || status === "accepted";

/** True if the passenger has yet to confirm a changed ride or a reserved seat. */
export const isUnconfirmed = ({ status, confirmBy }: SeatRequest): boolean =>
  status === "accepted" && confirmBy !== null && confirmBy !== undefined;

/** True if the request failed and the seeker did not end it. */
export const needsReplacement = ({ status, endedBy }: SeatRequest): boolean =>
  endedBy !== "seeker" && (status === "cancelled" || status === "rejected" || status === "expired");

/** What the seeker reads when a request was sent: it may be booked at once, which only the reply says. */
export const sentText = ({ status }: Pick<SeatRequest, "status">): string =>
  i18n._(status === "accepted" ? msg`Booked. You have a seat.` : msg`Request sent.`);
