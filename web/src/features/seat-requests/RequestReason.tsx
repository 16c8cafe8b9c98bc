import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";

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
