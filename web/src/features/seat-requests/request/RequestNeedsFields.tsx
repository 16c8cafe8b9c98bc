import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "#shared/formatting/format.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { needLabels } from "#shared/profile/preference-labels.ts";

interface RequestNeedsFieldsProps {
  readonly needs: readonly AccessNeed[];
  readonly onChange: (needs: AccessNeed[]) => void;
}

/** Access needs for this ride. */
export function RequestNeedsFields({ needs, onChange }: RequestNeedsFieldsProps) {
  const { t } = useLingui();
  return (
    <NeedsFields value={needs} onChange={onChange} hint={t`Only this ride's host sees this.`} />
  );
}

/** Needs that the vehicle is not known to meet. */
export function MissingNeedsNotice({ ride, needs }: { ride: Ride; needs: readonly AccessNeed[] }) {
  const { t, i18n } = useLingui();
  const available = ride.vehicle?.access ?? [];
  const missing = needs.filter((need) => need !== "assistance-animal" && !available.includes(need));
  const missingText = formatList(missing.map((need) => i18n._(needLabels[need])));
  if (missing.length === 0) return null;
  return (
    <Notice tone="warn">
      {ride.approval === "instant"
        ? t`The vehicle isn't listed with: ${missingText}. Message the host before you book.`
        : t`The vehicle isn't listed with: ${missingText}. The host sees your needs with the request.`}
    </Notice>
  );
}
