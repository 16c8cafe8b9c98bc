import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { msg } from "@lingui/core/macro";

/** The possible numbers of stars and their labels. */
export const STARS = [1, 2, 3, 4, 5] as const;

export const starLabels = {
  1: msg`Bad`,
  2: msg`Not good`,
  3: msg`All right`,
  4: msg({
    comment: "Strength of a password, and the name of four stars.",
    message: "Good",
  }),
  5: msg`Very good`,
};

/** Stars of a rating. */
export function Stars({ rating }: { rating: number }) {
  const { t } = useLingui();
  return (
    <span className="flex shrink-0">
      <span className="sr-only">{t`${rating} of 5 stars`}</span>
      {STARS.map((stars) => (
        <Icon
          key={stars}
          name="star"
          filled={stars <= rating}
          className={stars <= rating ? "size-4.5 text-warn" : "size-4.5 text-edge"}
        />
      ))}
    </span>
  );
}
