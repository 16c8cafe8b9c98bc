import type { CombinedJourney } from "@commonlane/contract/transit";
import { useLingui } from "@lingui/react/macro";
import { formatMoney, formatTime } from "#shared/formatting/format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";
import { describeChange, describeJourney, formatSpan, nameLegs } from "./journey-text.ts";
import { LegTimeline } from "./LegTimeline.tsx";
import { OperatorLinks } from "./TransitLines.tsx";

interface CombinedCardProps {
  readonly journey: CombinedJourney;
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
  /** The page of the ride, with the part that the journey uses. */
  readonly rideLink: string;
}

/** A ride with trains or buses on one time line. Only the ride can be requested. */
export function CombinedCard({ journey, timeZone, from, to, rideLink }: CombinedCardProps) {
  const { t } = useLingui();
  const { ride, match } = journey.result;
  const hostName = ride.host.displayName;
  const price = match.contribution === null ? t`Free` : formatMoney(match.contribution);
  const name = nameLegs(journey.legs);
  const span = formatSpan(journey, timeZone);
  return (
    <article className="grid gap-3 card px-4 py-3">
      <div className="flex gap-3">
        <div className="min-w-0 flex-1">
          <h3 className="leading-6 font-semibold wrap-anywhere">{name}</h3>
          <p className="num leading-6">{span}</p>
          <p className="text-xs leading-5 text-ink-3">{describeJourney(journey)}</p>
        </div>
        <p className="shrink-0 text-end">
          <span className="num block text-xl leading-6">{price}</span>
          <span className="text-xs text-ink-3">{t`plus ticket`}</span>
        </p>
      </div>
      <LegTimeline
        legs={journey.legs}
        timeZone={timeZone}
        from={from}
        to={to}
        hostName={hostName}
        changeNote={<ChangeNote journey={journey} timeZone={timeZone} />}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-2.5">
        <Link to={rideLink} className={buttonClasses("soft", "sm")}>
          {t`View ride`}
          <span className="sr-only">{t`with ${hostName}, ${name}, ${span}`}</span>
        </Link>
        <OperatorLinks legs={journey.legs} />
      </div>
    </article>
  );
}

function ChangeNote({ journey, timeZone }: { journey: CombinedJourney; timeZone: string }) {
  const { t } = useLingui();
  const { changeMinutes, ifMissed, order } = journey;
  return (
    <>
      <span className="font-medium text-ink">{describeChange(changeMinutes)}</span>
      <span className="block">
        {ifMissed
          ? missedText(
              formatTime(ifMissed.departsAt, timeZone),
              formatTime(ifMissed.arrivesAt, timeZone),
            )
          : noneText()}
      </span>
    </>
  );

  function missedText(departs: string, arrives: string): string {
    return order === "rideThenTransit"
      ? t`If the ride is late: next at ${departs}, there at ${arrives}`
      : t`If you miss the ride: next at ${departs} without it, there at ${arrives}`;
  }

  function noneText(): string {
    return order === "rideThenTransit"
      ? t`If the ride is late: no other connection that day`
      : t`If you miss the ride: no other connection that day`;
  }
}
