import type { JourneyLeg, TransitJourney } from "@commonlane/contract/transit";
import { Icon } from "#shared/ui/Icon.tsx";
import { describeJourney, formatSpan, nameLegs } from "./journey-text.ts";
import { LegTimeline } from "./LegTimeline.tsx";
import { useLingui } from "@lingui/react/macro";

/** The operators of a journey's trains and buses, who sell tickets and know of delays. */
export function OperatorLinks({ legs }: { legs: readonly JourneyLeg[] }) {
  const { t } = useLingui();
  const operators = new Map(
    legs.flatMap((leg) =>
      leg.kind === "trip" && leg.operatorUrl !== "" ? [[leg.operator, leg.operatorUrl]] : [],
    ),
  );
  return [...operators].map(([operator, url]) => (
    <a
      key={operator}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {operator}
      <Icon name="external" className="size-4" />
      <span className="sr-only">{t`(opens in a new tab)`}</span>
    </a>
  ));
}

interface TransitLinesProps {
  readonly journeys: readonly TransitJourney[];
  readonly timeZone: string;
  readonly from: string;
  readonly to: string;
}

/** Public transport to compare with: one line each, which opens into its time line. */
export function TransitLines({ journeys, timeZone, from, to }: TransitLinesProps) {
  return (
    <ul className="grid divide-y divide-line card">
      {journeys.map((journey) => (
        <li key={`${journey.departsAt} ${journey.arrivesAt}`}>
          <details className="group">
            <summary className="flex cursor-pointer list-none items-center gap-3 rounded-lg px-4 py-3">
              <span className="min-w-0 flex-1">
                <span className="num block leading-6">{formatSpan(journey, timeZone)}</span>
                <span className="block text-xs leading-5 text-ink-3">
                  {describeJourney(journey)}
                </span>
                <span className="block text-sm text-ink-2 wrap-anywhere">
                  {nameLegs(journey.legs)}
                </span>
              </span>
              <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
            </summary>
            <div className="grid gap-3 px-4 pb-3">
              <LegTimeline legs={journey.legs} timeZone={timeZone} from={from} to={to} />
              <div className="flex flex-wrap gap-x-4">
                <OperatorLinks legs={journey.legs} />
              </div>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
