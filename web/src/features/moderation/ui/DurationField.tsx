import { useLingui } from "@lingui/react/macro";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";

const DURATIONS = ["3", "7", "30", "365", ""] as const;
export type SuspensionDuration = (typeof DURATIONS)[number];

/** Length in days, or null if only a moderator ends it. */
export const durationInDays = (duration: SuspensionDuration): number | null =>
  duration === "" ? null : Number(duration);

interface DurationFieldProps {
  value: SuspensionDuration;
  onChange: (value: SuspensionDuration) => void;
  /** Label of the option without an end date. */
  endlessLabel: string;
}

/** Chooses the duration of a moderation action. */
export function DurationField({ value, onChange, endlessLabel }: DurationFieldProps) {
  const { t } = useLingui();
  const durationLabels: Record<SuspensionDuration, string> = {
    3: t`3 days`,
    7: t`7 days`,
    30: t`30 days`,
    365: t`1 year`,
    "": endlessLabel,
  };
  return (
    <SelectField
      label={t`Duration`}
      value={value}
      options={DURATIONS.map((value) => ({
        value,
        label: durationLabels[value],
      }))}
      onChange={onChange}
    />
  );
}
