import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { formatDay, formatMoney, formatTime } from "#shared/formatting/format.ts";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import { PublicRideField } from "./PublicRideField.tsx";

interface RideShareButtonProps {
  ride: Ride;
  title: string;
  /** True if the viewer hosts the ride. */
  isHost: boolean;
}

/** Shares the link of a ride; its host also decides who can open it. */
export function RideShareButton({ ride, title, isHost }: RideShareButtonProps) {
  const { t } = useLingui();
  const when = `${formatDay(ride.departsAt, ride.timeZone)}, ${formatTime(ride.departsAt, ride.timeZone)}`;
  const price = ride.contribution ? formatMoney(ride.contribution) : t`Free`;
  const isUpcoming = ride.status === "scheduled" && ride.audience === "everyone";
  return (
    <ShareButton title={title} text={`${title} · ${when} · ${price}`} url={`${location.origin}/rides/${ride.id}`}>
      {isHost && isUpcoming && communitySettings.publicRides !== "off" ? (
        <PublicRideField ride={ride} />
      ) : (
        <p className="text-sm text-ink-3">
          {ride.isPublic ? t`Anyone with the link can see this ride.` : t`Only members can open this link.`}
        </p>
      )}
    </ShareButton>
  );
}
