import type { Passage } from "@commonlane/contract/passages";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { useMarkPaid } from "./passages.queries.ts";

/** A tick of one's own beside the contribution, and what the other side ticked. No money moves here. */
export function PaidTick({ passage, mine, name }: { passage: Passage; mine: boolean; name: string }) {
  const { t } = useLingui();
  const mark = useMarkPaid(passage.id);
  const { paidAt, receivedAt } = passage;
  const own = (mine ? receivedAt : paidAt) !== null;
  const other = (mine ? paidAt : receivedAt) !== null;
  const otherSays = mine ? t`${name} says it is paid.` : t`${name} says it has come.`;
  return (
    <CheckField
      label={mine ? t`I have received the contribution` : t`I have paid the contribution`}
      hint={other ? otherSays : t`Only a note for the two of you. You settle it between you.`}
      error={mark.error ? errorText(mark.error, t`This did not reach the server. Try again.`) : undefined}
      checked={mark.isPending ? mark.variables : own}
      onChange={(paid) => mark.mutate(paid)}
    />
  );
}
