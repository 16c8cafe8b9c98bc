import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useMarkPaid } from "./trip-outcomes.queries.ts";

/** A tick of one's own beside the contribution, and what the other side ticked. No money moves here. */
export function PaidCheckbox({
  tripOutcome,
  isHost,
  name,
}: {
  tripOutcome: TripOutcome;
  isHost: boolean;
  name: string;
}) {
  const { t } = useLingui();
  const markPaid = useMarkPaid(tripOutcome.id);
  const { paidAt, receivedAt } = tripOutcome;
  const isOwnTicked = (isHost ? receivedAt : paidAt) !== null;
  const isOtherTicked = (isHost ? paidAt : receivedAt) !== null;
  const otherText = isHost ? t`${name} says it is paid.` : t`${name} says it has come.`;
  return (
    <CheckField
      label={isHost ? t`I have received the contribution` : t`I have paid the contribution`}
      hint={isOtherTicked ? otherText : t`Only a note for the two of you. You settle it between you.`}
      error={markPaid.error ? errorText(markPaid.error, t`This did not reach the server. Try again.`) : undefined}
      checked={markPaid.isPending ? markPaid.variables : isOwnTicked}
      onChange={(paid) => markPaid.mutate(paid)}
    />
  );
}
