import type { PublicPerson } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** Completed rides, and late cancellations and no-shows if there are any. */
export function ReliabilityText({
  person: { reliability },
}: {
  person: Pick<PublicPerson, "reliability">;
}) {
  const { t } = useLingui();
  const completed = reliability?.completed ?? 0;
  const { late = 0, lastMinute = 0, absent = 0, commitments = 0 } = reliability ?? {};
  const broken = late + lastMinute + absent;
  return (
    <>
      <span>
        {completed === 0
          ? t`no rides completed yet`
          : t`${plural(completed, {
              one: "# ride completed",
              other: "# rides completed",
            })}`}
      </span>
      {broken > 0 && (
        <>
          <span aria-hidden="true">·</span>
          <span>
            {t`${plural(commitments, {
              one: "the last one cancelled late or missed",
              other: `${broken} of the last # cancelled late or missed`,
            })}`}
          </span>
        </>
      )}
    </>
  );
}
