import type { Rating } from "@commonlane/contract/ratings";
import { useLingui } from "@lingui/react/macro";

/** Says of a rating that does not count towards the average why that is so. */
export function UncountedNote({ rating: { uncounted } }: { rating: Pick<Rating, "uncounted"> }) {
  const { t } = useLingui();
  if (uncounted === null) return null;
  return (
    <p className="text-sm text-ink-3">
      {uncounted === "booking"
        ? t`Doesn't count towards the average, because the ride was very short, booked just before the departure, or ended early.`
        : t`Doesn't count towards the average, because another rating by the same person in the 30 days before does.`}
    </p>
  );
}
