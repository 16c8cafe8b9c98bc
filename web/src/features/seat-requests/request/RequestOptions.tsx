import { useLingui } from "@lingui/react/macro";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { townName } from "#shared/formatting/format.ts";
import {
  getChosenStops,
  type RideSegmentProps,
  type SeatRequestDraft,
} from "./seat-request-draft.ts";
import { PickupDropoffFields } from "./PickupDropoffFields.tsx";
import { RequestNeedsFields } from "./RequestNeedsFields.tsx";

interface RequestOptionsProps extends Pick<RideSegmentProps, "ride" | "segment"> {
  readonly draft: SeatRequestDraft;
  readonly change: (changes: Partial<SeatRequestDraft>) => void;
  readonly submitted: boolean;
  /** Something in here needs attention. */
  readonly needsAttention: boolean;
}

/** What is filled in and rarely changed: pickup and dropoff, access needs and the time to answer. */
export function RequestOptions({
  ride,
  segment,
  draft,
  change,
  submitted,
  needsAttention,
}: RequestOptionsProps) {
  const { t } = useLingui();
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const summary = pickup && dropoff && t`${townName(pickup.label)} to ${townName(dropoff.label)}`;
  return (
    <MoreOptions summary={summary || undefined} needsAttention={needsAttention}>
      <PickupDropoffFields
        ride={ride}
        segment={segment}
        draft={draft}
        change={change}
        submitted={submitted}
      />
      <RequestNeedsFields needs={draft.needs} onChange={(needs) => change({ needs })} />
      {ride.approval === "manual" && (
        <ResponseDeadlineField
          value={draft.patience}
          onChange={(patience) => change({ patience })}
        />
      )}
    </MoreOptions>
  );
}
