import { WALK_MAX_M } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { distanceText } from "#shared/wording/wording.ts";

const WALKS = [0, 500, 1000, 2000, 3000, WALK_MAX_M];

/** How far one walks to the car, and from it. */
export function WalkField({ walkM, onChange }: { walkM: number; onChange: (walkM: number) => void }) {
  const { t } = useLingui();
  const options = [...new Set([...WALKS, walkM])].toSorted((a, b) => a - b);
  const upTo = (metres: number) => {
    const far = distanceText(metres);
    return metres === 0 ? t`Not at all` : t`Up to ${far}`;
  };
  return (
    <SelectField
      label={t`Walking at each end`}
      hint={t`Who walks to the road finds more rides.`}
      value={String(walkM)}
      options={options.map((metres) => ({ value: String(metres), label: upTo(metres) }))}
      onChange={(metres) => onChange(Number(metres))}
    />
  );
}
