import { MIN_RATINGS_FOR_MEAN } from "@commonlane/contract/limits";
import type { PublicPerson } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatStars } from "../formatting/format.ts";
import { Icon } from "../ui/Icon.tsx";

/** Mean rating, or a "new" label if there are too few ratings. */
export function RatingText({ person }: { person: PublicPerson }) {
  const { t } = useLingui();
  const { mean, count } = person.rating;
  if (mean === null || count === 0)
    return (
      <span className="shrink-0">
        {t({ comment: "Someone with few ratings so far.", message: "New" })}
      </span>
    );
  const stars = formatStars(mean);
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon name="star" filled className="size-3.5 text-warn" />
      <span className="sr-only">{t`${stars} of 5 stars, ${plural(count, { one: "# rating", other: "# ratings" })}`}</span>
      <span aria-hidden="true">
        {stars} ({count})
      </span>
      {count < MIN_RATINGS_FOR_MEAN && <span>· {t`New`}</span>}
    </span>
  );
}
