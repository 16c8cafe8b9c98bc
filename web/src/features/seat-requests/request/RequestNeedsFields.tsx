import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { needLabels } from "#shared/profile/need-labels.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

interface RequestNeedsFieldsProps {
  readonly ride: Ride;
  readonly needs: readonly AccessNeed[];
  readonly onChange: (needs: AccessNeed[]) => void;
}

/** Access needs for this ride, and which of them the vehicle is not known to meet. */
export function RequestNeedsFields({ ride, needs, onChange }: RequestNeedsFieldsProps) {
  const { t, i18n } = useLingui();
  const available = ride.vehicle?.access ?? [];
  const missing = needs.filter((need) => need !== "assistance-animal" && !available.includes(need));
  const missingText = missing.map((need) => i18n._(needLabels[need])).join(", ");
  return (
    <div className="grid gap-3">
      <NeedsFields value={needs} onChange={onChange} hint={t`Only this ride's host sees this.`} />
      {missing.length > 0 && (
        <Notice tone="warn">
          {ride.approval === "instant"
            ? t`The vehicle isn't listed with: ${missingText}. Message the host before you book.`
            : t`The vehicle isn't listed with: ${missingText}. The host sees your needs with the request.`}
        </Notice>
      )}
    </div>
  );
}
