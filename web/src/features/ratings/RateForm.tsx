import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useHidden } from "#shared/words/use-hidden.ts";
import type { Said } from "./ratings.queries.ts";
import { StarsInput } from "./StarsInput.tsx";

/** As the contract's RATING_COMMENT_MAX_LENGTH. */
const COMMENT_MOST = 1000;

interface RateFormProps {
  name: string;
  before?: Said | undefined;
  busy: boolean;
  error: Error | null;
  onSend: (said: Said) => void;
  onCancel?: (() => void) | undefined;
}

/** Stars and a button: two taps. Whoever wants to say more finds room for it once there are stars. */
export function RateForm({ name, before, busy, error, onSend, onCancel }: RateFormProps) {
  const { t } = useLingui();
  const [rating, setRating] = useState(before?.rating);
  const [comment, setComment] = useState(before?.comment ?? "");
  const hidden = useHidden(comment);
  return (
    <form
      aria-label={t`Rate ${name}`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (rating !== undefined && !busy) onSend({ rating, comment });
      }}
    >
      <StarsInput label={t`How was it with ${name}?`} value={rating} onChange={setRating} />
      {rating !== undefined && (
        <>
          <TextAreaField
            label={t`In your words`}
            optional={t`optional`}
            hint={
              hidden
                ? t`Everybody can read it, once it is public, but ${hidden} only ${name}.`
                : t`Everybody can read it, once it is public.`
            }
            maxLength={COMMENT_MOST}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
          {error && <Notice tone="bad">{errorText(error, t`This did not reach the server. Try again.`)}</Notice>}
          <div className="flex flex-wrap justify-end gap-2">
            {onCancel && (
              <Button variant="ghost" onClick={onCancel}>
                {t`Cancel`}
              </Button>
            )}
            <Button type="submit" icon="star" busy={busy}>
              {before ? t`Save rating` : t`Send rating`}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
