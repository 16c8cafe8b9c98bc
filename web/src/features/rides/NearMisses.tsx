import type { RideMissed } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { matchReasons, partOfMatch } from "./match-wording.ts";
import { RideCard } from "./RideCard.tsx";
import type { WholeWish } from "./search-url.ts";

interface NearMissesProps {
  readonly wish: WholeWish;
  readonly missed: readonly RideMissed[];
  /** Whether it is to be said that no router measured what they miss. */
  readonly reckoned: boolean;
  readonly selectedId: string | undefined;
  readonly chosenId: string | null;
  readonly onSelect: (rideId: string) => void;
}

/** Rides that would fit but for the hour, the way around or the walk, apart from those that do, each with what it misses. */
export function NearMisses({ wish, missed, reckoned, selectedId, chosenId, onSelect }: NearMissesProps) {
  const { t } = useLingui();
  if (missed.length === 0) return null;
  return (
    <section aria-labelledby="near-misses" className="grid gap-3">
      <div className="pt-3">
        <h2 id="near-misses" className="text-xl font-bold tracking-[-.02em]">{t`These nearly fit`}</h2>
        <p className="text-sm text-ink-2">{t`Not quite what you asked for; each says why.`}</p>
        {reckoned && <p className="text-sm text-ink-3">{t`By how much is reckoned here, not measured along roads.`}</p>}
      </div>
      <ul className="grid gap-3">
        {missed.map(({ ride, match, miss }) => (
          <li key={ride.id}>
            <RideCard
              ride={ride}
              match={match}
              miss={miss}
              reasons={matchReasons(ride, match, wish)}
              day={wish.day}
              part={partOfMatch(ride, match, wish)}
              selected={ride.id === selectedId}
              chosenBefore={ride.id === chosenId}
              onSelect={() => onSelect(ride.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
