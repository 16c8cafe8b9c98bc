import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { STARS } from "./star-labels.ts";

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
