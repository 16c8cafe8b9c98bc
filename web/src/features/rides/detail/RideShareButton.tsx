import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { formatMoney } from "#shared/formatting/format.ts";
import { ShareButton } from "#shared/share/ShareButton.tsx";
import { errorText } from "#shared/api/error-text.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { type PublicRideChange, useSetRidePublic } from "../rides.queries.ts";

interface RideShareButtonProps {
  ride: Ride;
  title: string;
  /** True if the viewer hosts the ride. */
  isHost: boolean;
  /** True where sharing is the next step. */
  isProminent?: boolean;
}

/** Shares the link of a ride; its host also decides who can open it. */
export function RideShareButton({ ride, title, isHost, isProminent }: RideShareButtonProps) {
  const { t } = useLingui();
  const when = formatDayAndTime(ride.departsAt, ride.timeZone);
  const price = ride.contribution ? formatMoney(ride.contribution) : t`Free`;
  const membersText = ride.membersOf
    ? t`Only members of the group can open this link.`
    : t`Only members can open this link.`;
  const isUpcoming = ride.status === "scheduled" && ride.audience === "everyone" && !ride.membersOf;
  return (
    <ShareButton
      title={title}
      isProminent={isProminent}
      text={`${title} · ${when} · ${price}`}
      url={`${location.origin}/rides/${ride.id}`}
    >
      {isHost && isUpcoming && communitySettings.publicRides !== "off" ? (
        <PublicRideField ride={ride} />
      ) : (
        <p className="text-sm text-ink-3">
          {ride.isPublic ? t`Anyone with the link can see this ride.` : membersText}
        </p>
      )}
    </ShareButton>
  );
}

/** The host's choice who can open the link of a ride, and what visitors then see. */
function PublicRideField({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const change = useSetRidePublic();
  const {
    isPublic,
    isListed = false,
    showsRating = false,
  } = change.isPending ? change.variables : ride;
  const choose = (choice: Partial<PublicRideChange>) =>
    change.mutate({
      ride,
      isPublic,
      isListed,
      showsRating,
      ...choice,
    });
  const shown = t`They see the towns, date and time, price, free seats and your first name, without an account. Exact places, your surname and your photo stay hidden.`;
  const isIndexed = communitySettings.publicRides === "indexed";
  const error = change.error ? errorText(change.error) : undefined;
  return (
    <div className="grid gap-3">
      <CheckField
        label={t`Anyone with the link can see this ride`}
        hint={isIndexed ? `${shown} ${t`Search engines may list the ride.`}` : shown}
        checked={isPublic}
        disabled={change.isPending}
        error={error}
        onChange={(checked) =>
          choose({
            isPublic: checked,
            isListed: false,
            showsRating: false,
          })
        }
      />
      {isPublic && ride.host.rating.count > 0 && (
        <CheckField
          label={t`Show them my rating`}
          checked={showsRating}
          disabled={change.isPending}
          onChange={(checked) => choose({ showsRating: checked })}
        />
      )}
      {isPublic && communitySettings.listsRides && (
        <CheckField
          label={t`Also show it in journey planners and neighbouring communities`}
          hint={t`They show approximate places and times to five minutes, and link here. They may keep copies after you close it.`}
          checked={isListed}
          disabled={change.isPending}
          onChange={(checked) => choose({ isListed: checked })}
        />
      )}
    </div>
  );
}
