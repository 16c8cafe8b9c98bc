import type { AccessNeed } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { needLabels } from "#shared/profile/need-labels.ts";

/** Access needs of a passenger, shown to the driver. */
export function RequestNeeds({ needs = [] }: { needs?: readonly AccessNeed[] | undefined }) {
  const { t, i18n } = useLingui();
  if (needs.length === 0) return null;
  const needsText = needs.map((need) => i18n._(needLabels[need])).join(" · ");
  return (
    <div className="rounded-md bg-info-soft px-4 py-3 text-info">
      <p className="font-semibold">{t`Needs: ${needsText}`}</p>
      {needs.includes("assistance-animal") && (
        <p className="text-sm">{t`Assistance animals are always welcome. “No pets” is no reason to decline.`}</p>
      )}
    </div>
  );
}
