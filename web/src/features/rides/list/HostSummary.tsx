import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { MembersOfNote } from "#shared/audiences/MembersOfNote.tsx";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { describeVehicle } from "./ride-text.ts";

/** Host summary in two short lines: name, then rating, instant booking and vehicle. */
export function HostSummary({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { host } = ride;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <Avatar
        uid={host.uid}
        name={host.displayName}
        initials={host.initials}
        photo={host.photo}
        size="sm"
      />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-sm font-semibold">{host.displayName}</p>
        {/* One line: a vehicle of which only a letter would be seen wraps out of it. */}
        <p className="flex h-4 min-w-0 flex-wrap items-center gap-x-1 overflow-hidden text-xs text-ink-3">
          <RatingText person={host} />
          {ride.approval === "instant" && <span className="shrink-0">· {t`instant`}</span>}
          {ride.vehicle && (
            <span className="flex min-w-0 grow basis-16 gap-1">
              <span>·</span>
              <span dir="auto" className="truncate">
                {describeVehicle(ride.vehicle)}
              </span>
            </span>
          )}
        </p>
        <MarkBadges marks={host.marks} className="mt-1" />
        <MembersOfNote membersOf={ride.membersOf} className="mt-1" />
      </div>
    </div>
  );
}
