import { WALK_MAX_M } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { formatDistance } from "#shared/formatting/format.ts";

const WALK_OPTIONS_M = [0, 500, 1000, 2000, 3000, WALK_MAX_M];

/** Maximum walk to the pickup and from the dropoff. */
export function WalkField({
  walkM,
  onChange,
}: {
  walkM: number;
  onChange: (walkM: number) => void;
}) {
  const { t } = useLingui();
  const options = [...new Set([...WALK_OPTIONS_M, walkM])].toSorted((a, b) => a - b);
  const walkLabel = (metres: number) => {
    const distance = formatDistance(metres);
    return metres === 0 ? t`No walking` : t`Up to ${distance}`;
  };
  return (
    <SelectField
      label={t`Walking distance`}
      hint={t`Walking a little finds you more rides.`}
      value={String(walkM)}
      options={options.map((metres) => ({
        value: String(metres),
        label: walkLabel(metres),
      }))}
      onChange={(metres) => onChange(Number(metres))}
    />
  );
}
