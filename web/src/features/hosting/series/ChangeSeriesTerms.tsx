import type { RideSeries } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { changedSeriesTerms, draftFromSeries } from "../draft/ride-payload.ts";
import { SeatsStep } from "../wizard/SeatsStep.tsx";
import { validateStep, STEP } from "../wizard/wizard-steps.ts";
import { useChangeSeriesAndReport } from "./use-change-series.ts";

/** Changes seats, price or terms of all rides in a series without passengers. */
export function ChangeSeriesTerms({
  series,
  onClose,
}: {
  series: RideSeries;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const { data: profile } = useQuery(ownProfile);
  const change = useChangeSeriesAndReport(series, onClose);
  const [draft, setDraft] = useState(() => draftFromSeries(series.ride));
  const [submitted, setSubmitted] = useState(false);
  const invalidFields = Object.entries(submitted ? validateStep(draft, STEP.seats) : {});
  const rejectedFields =
    change.error instanceof ApiError ? Object.entries(change.error.fields) : [];
  const errors = Object.fromEntries([
    ...rejectedFields.map(([field, message]) => [field.replace(/^ride\./, ""), message]),
    ...invalidFields.map(([field, message]) => [field, i18n._(message)]),
  ]);
  const save = () => {
    setSubmitted(true);
    if (Object.keys(validateStep(draft, STEP.seats)).length > 0) return;
    change.save({ ride: changedSeriesTerms(draft, series.ride) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Edit seats and price`}
      cancelLabel={t`Cancel`}
      busy={change.isPending}
      footer={
        <Button busy={change.isPending} onClick={save}>
          {t`Save changes`}
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="text-ink-2">{t`Days with bookings or requests stay as they are.`}</p>
        <SeatsStep
          draft={draft}
          change={(changes) =>
            setDraft((previous) => ({
              ...previous,
              ...changes,
            }))
          }
          errors={errors}
          profile={profile}
          changing={{ ...series.ride, vehicle: null }}
        />
        {change.error && rejectedFields.length === 0 && <ErrorNotice error={change.error} />}
      </div>
    </Dialog>
  );
}
