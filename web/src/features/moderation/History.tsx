import type { PersonFile } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { ActLine } from "./ActsLog.tsx";
import { HidingCard } from "./HidingCard.tsx";
import { Part } from "./parts.tsx";
import { RatingCard } from "./RatingCard.tsx";
import { ReportLine } from "./Reports.tsx";

/** What was reported, said in ratings and done by moderators, of a person or a ride. */
export function History({ file }: { file: Pick<PersonFile, "reports" | "ratings" | "acts" | "hidings"> }) {
  const { t } = useLingui();
  const { reports, ratings, acts, hidings } = file;
  const box = "grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface";
  return (
    <>
      <Part title={t`Reports`}>
        {reports.length === 0 && <p className="text-ink-2">{t`None.`}</p>}
        {reports.length > 0 && (
          <ul className={box}>
            {reports.map((report) => (
              <li key={report.id}>
                <ReportLine report={report} />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title={t`Ratings`}>
        {ratings.length === 0 && <p className="text-ink-2">{t`None.`}</p>}
        {ratings.length > 0 && (
          <ul className={box}>
            {ratings.map((rating) => (
              <li key={rating.id}>
                <RatingCard rating={rating} />
              </li>
            ))}
          </ul>
        )}
      </Part>
      {hidings.length > 0 && (
        <Part title={t`What was hidden`}>
          <ul className={box}>
            {hidings.map((hiding) => (
              <li key={hiding.id}>
                <HidingCard hiding={hiding} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title={t`What moderators did`}>
        <ul className={box}>
          {acts.map((act) => (
            <li key={act.id}>
              <ActLine act={act} />
            </li>
          ))}
        </ul>
      </Part>
    </>
  );
}
