import type { PublicPerson } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatStars } from "../formatting/format.ts";
import { Icon } from "../ui/Icon.tsx";

/** Mean rating; "New" for a person without ratings and completed rides. */
export function RatingText({ person }: { person: PublicPerson }) {
  const { t } = useLingui();
  const { mean, count } = person.rating;
  if (mean === null || count === 0) {
    const isNew = (person.reliability?.completed ?? 0) === 0;
    return (
      <span className="inline-block shrink-0 first-letter:uppercase">
        {isNew
          ? t({
              comment: "Someone without completed rides so far.",
              message: "New",
            })
          : t`no ratings yet`}
      </span>
    );
  }
  const stars = formatStars(mean);
  return (
    <span className="flex shrink-0 items-center gap-1">
      <Icon name="star" filled className="size-3.5 text-warn" />
      <span className="sr-only">{t`${stars} of 5 stars, ${plural(count, {
        one: "# rating",
        other: "# ratings",
      })}`}</span>
      <span aria-hidden="true">
        {stars} ({count})
      </span>
    </span>
  );
}
