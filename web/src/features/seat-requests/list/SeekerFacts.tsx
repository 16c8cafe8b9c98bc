import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { RatingText } from "#shared/profile/RatingText.tsx";
import { Icon } from "#shared/ui/Icon.tsx";

/** What the host knows about a seeker: rating, completed rides, and what was verified. */
export function SeekerFacts({ request: { seeker, seekerMembership } }: { request: SeatRequest }) {
  const { t } = useLingui();
  const completed = seeker.reliability?.completed ?? 0;
  const isNew = completed === 0 && seeker.rating.count === 0;
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-ink-2">
      {isNew ? (
        <span className="font-semibold text-info">{t`New member`}</span>
      ) : (
        <>
          <RatingText person={seeker} />
          <span aria-hidden="true">·</span>
          <span>{t`${plural(completed, { one: "# ride", other: "# rides" })}`}</span>
        </>
      )}
      {seekerMembership?.emailVerified && (
        <span className="flex items-center gap-1">
          <Icon name="check-circle" className="size-4 text-ok" />
          {seekerMembership.phoneVerified ? t`Phone verified` : t`E-mail verified`}
        </span>
      )}
    </p>
  );
}
