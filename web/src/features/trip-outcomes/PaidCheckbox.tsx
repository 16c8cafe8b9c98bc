import type { TripOutcome } from "@commonlane/contract/trip-outcomes";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { useMarkPaid } from "./trip-outcomes.queries.ts";

/** The user's own mark that the contribution was paid or received, and that of the other side. No money is moved. */
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
  const otherText = isHost ? t`${name} says they've paid.` : t`${name} says they've received it.`;
  return (
    <CheckField
      label={isHost ? t`I have received the contribution` : t`I have paid the contribution`}
      hint={isOtherTicked ? otherText : t`This is just a note for the two of you. You settle the payment yourselves.`}
      error={markPaid.error ? errorText(markPaid.error, t`Couldn't reach the server. Try again.`) : undefined}
      checked={markPaid.isPending ? markPaid.variables : isOwnTicked}
      onChange={(paid) => markPaid.mutate(paid)}
    />
  );
}
