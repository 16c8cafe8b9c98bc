import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { formatTime } from "#shared/formatting/format.ts";
import {
  getSharedTrip,
  getTripSharingState,
  setSharedTrip,
  subscribeSharedTrip,
  subscribeTripSharingState,
  type SharedTrip,
} from "./shared-trip.ts";

interface SharePositionFieldProps {
  readonly trip: SharedTrip;
  readonly timeZone: string;
  /** Who sees the position. */
  readonly label: string;
}

/** Turns sending the position on a trip on or off, and says whether it works. */
export function SharePositionField({ trip, timeZone, label }: SharePositionFieldProps) {
  const { uid } = useUser();
  const shared = useSyncExternalStore(subscribeSharedTrip, () => getSharedTrip(uid));
  const isOn = shared?.rideId === trip.rideId;
  const hint = useSharingHint(isOn, trip, timeZone);
  return (
    <CheckField
      label={label}
      hint={hint}
      checked={isOn}
      onChange={(isChecked) => setSharedTrip(uid, isChecked ? trip : undefined)}
    />
  );
}

function useSharingHint(isOn: boolean, { from }: SharedTrip, timeZone: string): string {
  const { t } = useLingui();
  const state = useSyncExternalStore(subscribeTripSharingState, getTripSharingState);
  if (!isOn || state === "ended")
    return t`Only your latest position is stored. It's deleted when the trip ends.`;
  const startTime = formatTime(from, timeZone);
  const hints = {
    later: t`Your position is shared from ${startTime}, while the app is open.`,
    waiting: t`Looking for your position…`,
    sent: t`Your position is shared while the app is open.`,
    denied: t`Location is blocked. Allow it in your browser settings.`,
    unavailable: t`Your device can't determine its location.`,
    failed: t`Couldn't reach the server. Trying again…`,
  };
  return hints[state];
}
