import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { PastTrips } from "./PastTrips.tsx";
import type { RenderTripNotes } from "./TripCard.tsx";
import { UpcomingTripList } from "./UpcomingTripList.tsx";

interface YourRidesScreenProps {
  /** Requests that wait, ratings that are due and the like. */
  readonly renderNotes: RenderTripNotes;
  /** The user's recurring rides. */
  readonly series: ReactNode;
}

/** All rides of the user, as host and as passenger: upcoming ones by day, past ones by month. */
export function YourRidesScreen({ renderNotes, series }: YourRidesScreenProps) {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const tab = params.get("show") === "past" ? "past" : "upcoming";
  useTitle(t`Your rides`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Your rides`}</h1>
      <SegmentedChoice
        label={t`Which rides`}
        hideLabel
        value={tab}
        options={[
          {
            value: "upcoming",
            label: t`Upcoming`,
            icon: "calendar",
          },
          {
            value: "past",
            label: t({
              comment: "List of rides that are over.",
              message: "Past",
            }),
            icon: "clock",
          },
        ]}
        onChange={(show) => setParams(show === "past" ? { show } : {}, { replace: true })}
      />
      {tab === "past" ? (
        <PastTrips renderNotes={renderNotes} />
      ) : (
        <>
          <UpcomingTripList renderNotes={renderNotes} />
          {series}
        </>
      )}
    </div>
  );
}
