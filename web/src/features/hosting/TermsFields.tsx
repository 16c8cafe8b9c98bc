import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { distanceText, durationText } from "#shared/wording/wording.ts";
import { detourLevels, type DetourLevel, detours } from "./detour.ts";
import { luggageWords } from "./terms-words.ts";
import { errorOf } from "./steps.ts";
import type { StepFields } from "./wizard-props.ts";

/** The detour that was agreed to before. */
export type Bounds = Pick<Ride, "maxDetourM" | "maxDetourS">;

/** Who decides about requests, how far around the host goes, and how much luggage fits. */
export function TermsFields({ draft, change, errors, changing }: StepFields & { changing: Bounds | undefined }) {
  const { t, i18n } = useLingui();
  const detourWords = useDetourWords(changing);
  const levels = [...detourLevels, ...(draft.detour === "asItIs" ? (["asItIs"] as const) : [])];
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <SegmentedChoice
          label={t`Who gets a seat`}
          value={draft.approval}
          options={[
            { value: "manual", label: t`I answer each request` },
            { value: "instant", label: t`Whoever books first` },
          ]}
          onChange={(approval) => change({ approval })}
        />
        <p className="text-sm text-ink-3">
          {draft.approval === "manual"
            ? t`You see who asks and accept or decline; each says how long it waits for you.`
            : t`Seats are booked at once, without a request.`}
        </p>
      </div>
      <SelectField
        label={t`Detour you agree to`}
        hint={t`In all, for everybody who gets in or out beside your way. More detour means more passengers find you.`}
        value={draft.detour}
        error={errorOf(errors, "maxDetourM") ?? errorOf(errors, "maxDetourS")}
        options={levels.map((level) => ({ value: level, label: detourWords(level) }))}
        onChange={(detour) => change({ detour })}
      />
      <SelectField
        label={t`Luggage for each passenger`}
        value={String(draft.luggage)}
        options={luggageWords.map((words, size) => ({ value: String(size), label: i18n._(words) }))}
        onChange={(size) => change({ luggage: Number(size) })}
      />
    </div>
  );
}

/** A detour in words, with its numbers. */
export function useDetourWords(changing: Bounds | undefined): (level: DetourLevel) => string {
  const { t } = useLingui();
  const upTo = (level: DetourLevel) => {
    const { maxDetourM, maxDetourS } = level === "asItIs" ? (changing ?? detours.normal) : detours[level];
    return t`up to ${distanceText(maxDetourM)}, ${durationText(maxDetourS)}`;
  };
  return (level) =>
    ({
      none: t`None: people come to my way`,
      small: t`Small: ${upTo("small")}`,
      normal: t`Normal: ${upTo("normal")}`,
      large: t`Large: ${upTo("large")}`,
      asItIs: t`As it is: ${upTo("asItIs")}`,
    })[level];
}
