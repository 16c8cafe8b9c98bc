import type { RideSeries } from "@commonlane/contract/ride-series";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "#shared/api-error.ts";
import { errorText } from "#shared/error-text.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { changedComfort, draftOfSeries } from "./ride-terms.ts";
import { SeatsStep } from "./SeatsStep.tsx";
import { problemsOf, STEP } from "./steps.ts";
import { useSaveSeries } from "./use-save-series.ts";

/** Other seats, costs or terms, for all rides of a series that nobody is on. */
export function ChangeTerms({ series, onClose }: { series: RideSeries; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { data: profile } = useQuery(ownProfile);
  const change = useSaveSeries(series, onClose);
  const [draft, setDraft] = useState(() => draftOfSeries(series.ride));
  const [tried, setTried] = useState(false);
  const wrong = Object.entries(tried ? problemsOf(draft, STEP.seats) : {});
  const refused = change.error instanceof ApiError ? Object.entries(change.error.fields) : [];
  const errors = Object.fromEntries([
    ...refused.map(([field, words]) => [field.replace(/^ride\./, ""), words]),
    ...wrong.map(([field, words]) => [field, i18n._(words)]),
  ]);
  const save = () => {
    setTried(true);
    if (Object.keys(problemsOf(draft, STEP.seats)).length > 0) return;
    change.save({ ride: changedComfort(draft, series.ride) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change seats and cost`}
      keep={t`Leave it`}
      busy={change.isPending}
      footer={
        <Button busy={change.isPending} onClick={save}>
          {t`Save changes`}
        </Button>
      }
    >
      <div className="grid gap-6">
        <p className="text-ink-2">{t`Days that somebody is on, or has asked for, stay as they are.`}</p>
        <SeatsStep
          draft={draft}
          change={(part) => setDraft((before) => ({ ...before, ...part }))}
          errors={errors}
          profile={profile}
          changing={{ ...series.ride, vehicle: null }}
        />
        {change.error && refused.length === 0 && (
          <Notice tone="bad">{errorText(change.error, t`This did not reach the server. Try again.`)}</Notice>
        )}
      </div>
    </Dialog>
  );
}
