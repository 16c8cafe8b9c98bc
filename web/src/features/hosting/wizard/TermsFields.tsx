import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { msg } from "@lingui/core/macro";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { formatDistance, formatDuration } from "#shared/formatting/format.ts";
import { DETOUR_LEVELS, type DetourLevel, DETOURS } from "../draft/ride-draft.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";

/** Luggage sizes by the ride's numbers 0 to 3. */
export const LUGGAGE_LABELS = [msg`None`, msg`A small bag`, msg`A suitcase`, msg`A lot`] as const;

/** Detour limits agreed before. */
export type DetourLimits = Pick<Ride, "maxDetourM" | "maxDetourS">;

/** Approval, detour and luggage. */
export function TermsFields({
  draft,
  change,
  errors,
  changing,
}: StepProps & { changing: DetourLimits | undefined }) {
  const { t, i18n } = useLingui();
  const detourText = useDetourText(changing);
  const levels = [...DETOUR_LEVELS, ...(draft.detour === "asItIs" ? (["asItIs"] as const) : [])];
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <SegmentedChoice
          label={t`How passengers book`}
          value={draft.approval}
          options={[
            {
              value: "manual",
              label: t`I approve each request`,
            },
            {
              value: "instant",
              label: t`Instant booking`,
            },
          ]}
          onChange={(approval) => change({ approval })}
        />
        <p className="text-sm text-ink-3">
          {draft.approval === "manual"
            ? t`You accept or decline each request. Each one shows how long you have to answer.`
            : t`Passengers book seats right away, without asking.`}
        </p>
      </div>
      <SelectField
        label={t`Maximum detour`}
        hint={t`In total, for all passengers. A longer detour helps more passengers find you.`}
        value={draft.detour}
        error={errorFor(errors, "maxDetourM") ?? errorFor(errors, "maxDetourS")}
        options={levels.map((level) => ({
          value: level,
          label: detourText(level),
        }))}
        onChange={(detour) => change({ detour })}
      />
      <SelectField
        label={t`Luggage per passenger`}
        value={String(draft.luggage)}
        options={LUGGAGE_LABELS.map((label, luggage) => ({
          value: String(luggage),
          label: i18n._(label),
        }))}
        onChange={(luggage) => change({ luggage: Number(luggage) })}
      />
    </div>
  );
}

/** Detour level with its limits, as text. */
export function useDetourText(changing: DetourLimits | undefined): (level: DetourLevel) => string {
  const { t } = useLingui();
  const limitText = (level: DetourLevel) => {
    const { maxDetourM, maxDetourS } =
      level === "asItIs" ? (changing ?? DETOURS.normal) : DETOURS[level];
    return t`up to ${formatDistance(maxDetourM)}, ${formatDuration(maxDetourS)}`;
  };
  return (level) =>
    ({
      none: t`None: passengers come to my route`,
      small: t`Small: ${limitText("small")}`,
      normal: t`Normal: ${limitText("normal")}`,
      large: t`Large: ${limitText("large")}`,
      asItIs: t`Unchanged: ${limitText("asItIs")}`,
    })[level];
}
