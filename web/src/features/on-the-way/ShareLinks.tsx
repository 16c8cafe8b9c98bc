import type { OnTheWay, RideShare } from "@commonlane/contract/on-the-way";
import { SHARES_PER_RIDE_MAX } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useReturnFocus } from "#shared/ui/use-return-focus.ts";
import { dayText, timeText } from "#shared/wording/wording.ts";
import { HandOver } from "./HandOver.tsx";
import { useShareRide, useUnshare } from "./on-the-way.queries.ts";
import { useTellPosition } from "./use-tell-position.ts";

/** Links for family and friends to follow this ride, each to be taken back; what opens one is shown only when it is made. */
export function ShareLinks({ ride, safety, left }: { ride: Ride; safety: OnTheWay; left: boolean }) {
  const { t } = useLingui();
  const share = useShareRide(ride.id);
  const unshare = useUnshare(ride.id);
  const root = useReturnFocus<HTMLDivElement>(unshare.isPending, "button");
  const failure = share.error ?? unshare.error;
  const made = share.data && safety.shares.some(({ id }) => id === share.data.id) ? share.data.url : undefined;
  const ends = `${dayText(safety.endsAt, ride.timeZone)}, ${timeText(safety.endsAt, ride.timeZone)}`;
  return (
    <div ref={root} className="grid gap-3">
      <p className="text-ink-2">
        {t`Whoever has a link sees the host, the vehicle with its plate, your way and when you should arrive; nobody else aboard. Links open an hour before the departure, and end when you say that you have arrived, at ${ends} at the latest.`}
      </p>
      {safety.shares.length < SHARES_PER_RIDE_MAX && (
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
      {made && <HandOver text={made} label={t`Link to follow your ride`} title={t`Follow my ride`} isLink />}
      {safety.shares.length > 0 && (
        <>
          <ul className="grid divide-y divide-line rounded-md border border-line">
            {safety.shares.map((one, n) => (
              <OneLink
                key={one.id}
                share={one}
                number={n + 1}
                timeZone={ride.timeZone}
                busy={unshare.isPending && unshare.variables === one.id}
                onEnd={() => unshare.mutate(one.id)}
              />
            ))}
          </ul>
          {left && <TellPosition rideId={ride.id} />}
        </>
      )}
      {failure && <Notice tone="bad">{errorText(failure, t`This did not reach the server. Try again.`)}</Notice>}
    </div>
  );
}

interface OneLinkProps {
  share: RideShare;
  number: number;
  timeZone: string;
  busy: boolean;
  onEnd: () => void;
}

function OneLink({ share, number, timeZone, busy, onEnd }: OneLinkProps) {
  const { t } = useLingui();
  const made = timeText(share.createdAt, timeZone);
  const opened = share.openedAt && timeText(share.openedAt, timeZone);
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{t`Link ${number}`}</span>{" "}
        <span className="text-sm text-ink-2">
          {opened ? t`made at ${made}, last opened at ${opened}` : t`made at ${made}, not opened yet`}
        </span>
      </p>
      <Button variant="line" size="sm" busy={busy} aria-label={t`End link ${number}`} onClick={onEnd}>
        {t`End`}
      </Button>
    </li>
  );
}

function TellPosition({ rideId }: { rideId: string }) {
  const { t } = useLingui();
  const { on, turn, state } = useTellPosition(rideId);
  const hints = {
    off: t`Only your last position is kept, and it is deleted with the links.`,
    waiting: t`Looking for your position…`,
    told: t`Your position is shared while this page is open.`,
    refused: t`Your browser may not tell where you are. Allow it in its settings.`,
    lost: t`Your device does not know where it is.`,
    unheard: t`This did not reach the server. It is tried again.`,
  };
  return <CheckField label={t`Share my position, too`} hint={hints[state]} checked={on} onChange={turn} />;
}
