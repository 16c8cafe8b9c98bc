import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import type { AccessNeed } from "@commonlane/contract/profiles";
import { needLabels } from "#shared/profile/preference-labels.ts";

interface RequestReasonProps {
  readonly request: Pick<SeatRequest, "reason" | "endedBy">;
  readonly viewer: "seeker" | "host";
}

/** Why a request was declined, withdrawn or cancelled, in the words of the user who ended it. */
export function RequestReason({ request: { reason, endedBy }, viewer }: RequestReasonProps) {
  const { t } = useLingui();
  if (!reason) return null;
  return (
    <>
      <p className="text-sm wrap-anywhere text-ink-2">{t`Reason: ${reason}`}</p>
      <MaskedTextNote text={reason} isOwn={endedBy === viewer} />
    </>
  );
}

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
