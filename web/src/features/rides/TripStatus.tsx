import type { SeatRequestStatus } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ComponentProps } from "react";
import { Pill } from "#shared/ui/Pill.tsx";
import type { Trip } from "./trips.ts";

type PillLook = Pick<ComponentProps<typeof Pill>, "tone" | "icon">;

const pillLooks: Record<SeatRequestStatus, PillLook> = {
  pending: { tone: "warn", icon: "clock" },
  accepted: { tone: "ok", icon: "check-circle" },
  completed: { tone: "ok", icon: "flag" },
  rejected: { tone: "bad", icon: "error" },
  cancelled: { tone: "bad", icon: "error" },
  withdrawn: { tone: "quiet", icon: "close" },
  expired: { tone: "quiet", icon: "clock" },
  disputed: { tone: "warn", icon: "alert" },
};

/** Status of one of the viewer's trips: the state of their request, or the seats taken on their ride. */
export function TripStatus({
  trip: { request, ride },
  isPast = false,
}: {
  trip: Trip;
  isPast?: boolean;
}) {
  const { t } = useLingui();
  if (!request) {
    const taken = ride.seatsTotal - ride.seatsLeft;
    const role = isPast ? t`You drove` : t`You're driving`;
    return (
      <Pill tone={isPast ? "quiet" : "info"} icon="car">
        {taken === 0
          ? role
          : t`${role} · ${plural(taken, {
              one: "# seat taken",
              other: "# seats taken",
            })}`}
      </Pill>
    );
  }
  const labels: Record<SeatRequestStatus, string> = {
    pending: t`Waiting for an answer`,
    accepted: t`You have a seat`,
    completed: t`Arrived`,
    rejected: t`Declined`,
    cancelled: t`Cancelled`,
    withdrawn: t`Withdrawn`,
    expired: t`Not answered in time`,
    disputed: t`Under review`,
  };
  if (request.status === "accepted" && request.confirmBy) {
    return (
      <Pill tone="warn" icon="alert">
        {request.reserved ? t`Held for you` : t`Confirm the change`}
      </Pill>
    );
  }
  return <Pill {...pillLooks[request.status]}>{labels[request.status]}</Pill>;
}
