import type { NearMissResult } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { segmentOfMatch } from "./match-text.ts";
import { walksTo } from "../walks.ts";
import { RideCard } from "../list/RideCard.tsx";
import type { CompleteSearchCriteria } from "./search-url.ts";
import type { HighlightedRide } from "./use-highlighted-ride.ts";

interface NearMissesProps {
  readonly criteria: CompleteSearchCriteria;
  readonly nearMisses: readonly NearMissResult[];
  readonly map: HighlightedRide;
  readonly rideIdInUrl: string | null;
  readonly onSelect: (rideId: string) => void;
}

/** Near misses (time, detour or walk), listed separately with what they miss. */
export function NearMisses({ criteria, nearMisses, map, rideIdInUrl, onSelect }: NearMissesProps) {
  const { t } = useLingui();
  if (nearMisses.length === 0) return null;
  return (
    <section aria-labelledby="near-misses" className="grid gap-3">
      <div>
        <h2 id="near-misses" className="text-xl font-bold tracking-[-.02em]">{t`Close matches`}</h2>
        <p className="text-sm text-ink-2">{t`Not quite what you searched for. Each shows why.`}</p>
      </div>
      <ul className="grid gap-3">
        {nearMisses.map(({ ride, match, miss }) => (
          <li key={ride.id}>
            <RideCard
              ride={ride}
              match={match}
              miss={miss}
              day={criteria.day}
              segment={segmentOfMatch(ride, match, criteria)}
              walks={walksTo(match, criteria)}
              selected={ride.id === map.highlighted?.ride.id}
              selectedBefore={ride.id === rideIdInUrl}
              onSelect={() => onSelect(ride.id)}
              onHighlight={(isOn) => (isOn ? map.highlight(ride.id) : map.unhighlight(ride.id))}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
