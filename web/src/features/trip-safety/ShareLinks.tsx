import type { TripSafety, RideShare } from "@commonlane/contract/trip-safety";
import { SHARE_LINKS_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { formatDayAndTime } from "#shared/formatting/day-and-time.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { ShareableText } from "./ShareableText.tsx";
import { useShareRide, useEndShare } from "./trip-safety.queries.ts";
import { useSharePosition } from "./use-share-position.ts";

/**
 * Links with which family and friends can follow the ride. Each can be ended. A link is shown only once, when it is
 * created.
 */
export function ShareLinks({
  ride,
  safety,
  hasLeft,
}: {
  ride: Ride;
  safety: TripSafety;
  hasLeft: boolean;
}) {
  const { t } = useLingui();
  const share = useShareRide(ride.id);
  const endShare = useEndShare(ride.id);
  const root = useReturnFocus<HTMLDivElement>(endShare.isPending, "button");
  const failure = share.error ?? endShare.error;
  const newLink =
    share.data && safety.shares.some(({ id }) => id === share.data.id) ? share.data.url : undefined;
  const endsText = formatDayAndTime(safety.endsAt, ride.timeZone);
  return (
    <div ref={root} className="grid gap-3">
      <p className="text-ink-2">
        {t`Anyone with the link sees the driver, plate, route and ETA. It works from 1 hour before departure until you arrive, at the latest until ${endsText}.`}
      </p>
      {safety.shares.length < SHARE_LINKS_PER_RIDE_MAX && (
        <Button
          className="justify-self-start"
          variant="line"
          icon="share"
          busy={share.isPending}
          onClick={() => share.mutate()}
        >
          {safety.shares.length === 0 ? t`Share your trip` : t`Create another link`}
        </Button>
      )}
      {newLink && (
        <ShareableText
          text={newLink}
          label={t`Link to follow your trip`}
          title={t`Follow my trip`}
          isLink
        />
      )}
      {safety.shares.length > 0 && (
        <>
          <ul className="grid divide-y divide-line rounded-md border border-line">
            {safety.shares.map((link, n) => (
              <ShareLinkRow
                key={link.id}
                share={link}
                number={n + 1}
                timeZone={ride.timeZone}
                busy={endShare.isPending && endShare.variables === link.id}
                onEnd={() => endShare.mutate(link.id)}
              />
            ))}
          </ul>
          {hasLeft && <SharePositionField rideId={ride.id} />}
        </>
      )}
      {failure && (
        <Notice tone="bad">{errorText(failure, t`Couldn't reach the server. Try again.`)}</Notice>
      )}
    </div>
  );
}

interface ShareLinkRowProps {
  share: RideShare;
  number: number;
  timeZone: string;
  busy: boolean;
  onEnd: () => void;
}

function ShareLinkRow({ share, number, timeZone, busy, onEnd }: ShareLinkRowProps) {
  const { t } = useLingui();
  const createdTime = formatTime(share.createdAt, timeZone);
  const openedTime = share.openedAt && formatTime(share.openedAt, timeZone);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{t`Link ${number}`}</span>{" "}
        <span className="text-sm text-ink-2">
          {openedTime
            ? t`created at ${createdTime}, last opened at ${openedTime}`
            : t`created at ${createdTime}, not opened yet`}
        </span>
      </p>
      <Button
        variant="line"
        size="sm"
        busy={busy}
        aria-label={t`End link ${number}`}
        onClick={onEnd}
      >
        {t`End`}
      </Button>
    </li>
  );
}

function SharePositionField({ rideId }: { rideId: string }) {
  const { t } = useLingui();
  const { on, turn, state } = useSharePosition(rideId);
  const hints = {
    off: t`Only your latest position is stored. It's deleted with the links.`,
    waiting: t`Looking for your position…`,
    sent: t`Your position is shared while this page is open.`,
    denied: t`Location is blocked. Allow it in your browser settings.`,
    unavailable: t`Your device can't determine its location.`,
    failed: t`Couldn't reach the server. Trying again…`,
  };
  return (
    <CheckField
      label={t`Also share my position`}
      hint={hints[state]}
      checked={on}
      onChange={turn}
    />
  );
}
