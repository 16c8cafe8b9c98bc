import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { needWords } from "#shared/profile/need-words.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

interface AskNeedsProps {
  readonly ride: Ride;
  readonly needs: readonly AccessNeed[];
  readonly onChange: (needs: AccessNeed[]) => void;
}

/** What one needs on this ride, and what its vehicle is not known to have of it. */
export function AskNeeds({ ride, needs, onChange }: AskNeedsProps) {
  const { t, i18n } = useLingui();
  const has = ride.vehicle?.access ?? [];
  const missing = needs.filter((need) => need !== "assistance-animal" && !has.includes(need));
  const list = missing.map((need) => i18n._(needWords[need])).join(", ");
  return (
    <div className="grid gap-3">
      <NeedsFields value={needs} onChange={onChange} hint={t`Only the host of this ride is told.`} />
      {missing.length > 0 && (
        <Notice tone="warn">
          {ride.approval === "instant"
            ? t`The host has not said that the vehicle has this: ${list}. Write to the host before you book.`
            : t`The host has not said that the vehicle has this: ${list}. They see it with your request.`}
        </Notice>
      )}
    </div>
  );
}
