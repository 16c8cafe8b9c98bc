import type { TripSafety, RideShare } from "@commonlane/contract/trip-safety";
import { SHARE_LINKS_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { formatDay, formatTime } from "#shared/formatting/format.ts";
import { ShareableText } from "./ShareableText.tsx";
import { useShareRide, useEndShare } from "./trip-safety.queries.ts";
import { useSharePosition } from "./use-share-position.ts";

/** Links for family and friends to follow this ride, each to be taken back; what opens one is shown only when it is made. */
export function ShareLinks({ ride, safety, hasLeft }: { ride: Ride; safety: TripSafety; hasLeft: boolean }) {
  const { t } = useLingui();
  const share = useShareRide(ride.id);
  const endShare = useEndShare(ride.id);
  const root = useReturnFocus<HTMLDivElement>(endShare.isPending, "button");
  const failure = share.error ?? endShare.error;
  const newLink = share.data && safety.shares.some(({ id }) => id === share.data.id) ? share.data.url : undefined;
  const endsText = `${formatDay(safety.endsAt, ride.timeZone)}, ${formatTime(safety.endsAt, ride.timeZone)}`;
  return (
    <div ref={root} className="grid gap-3">
      <p className="text-ink-2">
        {t`Whoever has a link sees the host, the vehicle with its plate, your way and when you should arrive; nobody else aboard. Links open an hour before the departure, and end when you say that you have arrived, at ${endsText} at the latest.`}
      </p>
      {safety.shares.length < SHARE_LINKS_PER_RIDE_MAX && (
        <Button
          className="justify-self-start"
          variant="line"
          icon="share"
          busy={share.isPending}
          onClick={() => share.mutate()}
        >
          {safety.shares.length === 0 ? t`Share my ride` : t`Make another link`}
        </Button>
      )}
      {newLink && <ShareableText text={newLink} label={t`Link to follow your ride`} title={t`Follow my ride`} isLink />}
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
      {failure && <Notice tone="bad">{errorText(failure, t`This did not reach the server. Try again.`)}</Notice>}
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
            ? t`made at ${createdTime}, last opened at ${openedTime}`
            : t`made at ${createdTime}, not opened yet`}
        </span>
      </p>
      <Button variant="line" size="sm" busy={busy} aria-label={t`End link ${number}`} onClick={onEnd}>
        {t`End`}
      </Button>
    </li>
  );
}

function SharePositionField({ rideId }: { rideId: string }) {
  const { t } = useLingui();
  const { on, turn, state } = useSharePosition(rideId);
  const hints = {
    off: t`Only your last position is kept, and it is deleted with the links.`,
    waiting: t`Looking for your position…`,
    sent: t`Your position is shared while this page is open.`,
    denied: t`Your browser may not tell where you are. Allow it in its settings.`,
    unavailable: t`Your device does not know where it is.`,
    failed: t`This did not reach the server. It is tried again.`,
  };
  return <CheckField label={t`Share my position, too`} hint={hints[state]} checked={on} onChange={turn} />;
}
