import type { RatingStats } from "@commonlane/contract/ratings";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { STARS } from "./Stars.tsx";

/** Number of ratings per star as bars, with a text alternative for screen readers. */
export function RatingHistogram({ stats: { histogram, count } }: { stats: RatingStats }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Ratings by stars`} className="grid gap-1">
      {STARS.toReversed().map((stars) => (
        <li key={stars} className="flex items-center gap-2.5 text-sm">
          <span className="sr-only">
            {t`${plural(stars, {
              one: "# star",
              other: "# stars",
            })}: ${plural(histogram[stars], {
              one: "# rating",
              other: "# ratings",
            })}`}
          </span>
          <span
            aria-hidden="true"
            className="num flex w-8 items-center justify-end gap-1 text-ink-2"
          >
            {stars}
            <Icon name="star" filled className="size-3.5 text-warn" />
          </span>
          <span aria-hidden="true" className="h-2.5 flex-1 overflow-hidden rounded-full bg-sunken">
            <span
              className="block h-full rounded-full bg-warn"
              style={{ width: `${count === 0 ? 0 : (100 * histogram[stars]) / count}%` }}
            />
          </span>
          <span aria-hidden="true" className="num w-8 text-ink-2">
            {histogram[stars]}
          </span>
        </li>
      ))}
    </ul>
  );
}
