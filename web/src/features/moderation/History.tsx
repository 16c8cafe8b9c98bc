import type { PersonFile } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { ActLine } from "./ActsLog.tsx";
import { HidingCard } from "./HidingCard.tsx";
import { Part } from "./parts.tsx";
import { RatingCard } from "./RatingCard.tsx";
import { ReportLine } from "./Reports.tsx";

/** What was reported, said in ratings and done by moderators, of a person or a ride. */
export function History({ file }: { file: Pick<PersonFile, "reports" | "ratings" | "acts" | "hidings"> }) {
  const { t } = useLingui();
  const { reports, ratings, acts, hidings } = file;
  const none = <p className="text-ink-2">{t`None.`}</p>;
  return (
    <>
      <Part title={t`Reports`}>
        {reports.length === 0 ? none : <Lines of={reports} line={(report) => <ReportLine report={report} />} />}
      </Part>
      <Part title={t`Ratings`}>
        {ratings.length === 0 ? none : <Lines of={ratings} line={(rating) => <RatingCard rating={rating} />} />}
      </Part>
      {hidings.length > 0 && (
        <Part title={t`What was hidden`}>
          <Lines of={hidings} line={(hiding) => <HidingCard hiding={hiding} />} />
        </Part>
      )}
      <Part title={t`What moderators did`}>
        <Lines of={acts} line={(act) => <ActLine act={act} />} />
      </Part>
    </>
  );
}

interface LinesProps<One> {
  readonly of: readonly One[];
  readonly line: (one: One) => ReactNode;
}

function Lines<One extends { readonly id: string }>({ of, line }: LinesProps<One>) {
  return (
    <ul className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {of.map((one) => (
        <li key={one.id}>{line(one)}</li>
      ))}
    </ul>
  );
}
