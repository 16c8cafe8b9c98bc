import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { townName } from "#shared/formatting/format.ts";
import { getChosenStops, type RideSegmentProps, type SeatRequestDraft } from "./seat-request-draft.ts";
import { PickupDropoffFields } from "./PickupDropoffFields.tsx";
import { RequestNeedsFields } from "./RequestNeedsFields.tsx";

interface MoreOptionsProps extends Pick<RideSegmentProps, "ride" | "segment"> {
  readonly draft: SeatRequestDraft;
  readonly change: (changes: Partial<SeatRequestDraft>) => void;
  readonly submitted: boolean;
  /** Something in here needs attention. */
  readonly needsAttention: boolean;
}

/** What is filled in and rarely changed: pickup and dropoff, access needs and the time to answer. */
export function MoreOptions({ ride, segment, draft, change, submitted, needsAttention }: MoreOptionsProps) {
  const { t } = useLingui();
  const [isOpened, setOpened] = useState<boolean>();
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  return (
    <details
      open={isOpened ?? needsAttention}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="group rounded-md border border-line"
    >
      <summary className="flex min-h-11 items-center gap-3 rounded-md px-3.5 py-2">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{t`More options`}</span>
          {pickup && dropoff && (
            <span className="block truncate text-sm text-ink-3">
              {t`${townName(pickup.label)} to ${townName(dropoff.label)}`}
            </span>
          )}
        </span>
        <Icon name="chevron-down" className="text-ink-3 group-open:rotate-180" />
      </summary>
      <div className="grid gap-4 border-t border-line p-3.5">
        <PickupDropoffFields ride={ride} segment={segment} draft={draft} change={change} submitted={submitted} />
        <RequestNeedsFields needs={draft.needs} onChange={(needs) => change({ needs })} />
        {ride.approval === "manual" && (
          <ResponseDeadlineField value={draft.patience} onChange={(patience) => change({ patience })} />
        )}
      </div>
    </details>
  );
}
