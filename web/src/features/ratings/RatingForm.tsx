import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskedDetails } from "#shared/masking/use-masked-details.ts";
import type { RatingValues } from "./ratings.queries.ts";
import { StarsInput } from "./StarsInput.tsx";

/** Same as the contract's RATING_COMMENT_MAX_LENGTH. */
const COMMENT_MAX_LENGTH = 1000;

interface RatingFormProps {
  name: string;
  existing?: RatingValues | undefined;
  busy: boolean;
  error: Error | null;
  onSend: (values: RatingValues) => void;
  onCancel?: (() => void) | undefined;
}

/** Stars and a button: two taps. The comment field appears once stars are chosen. */
export function RatingForm({ name, existing, busy, error, onSend, onCancel }: RatingFormProps) {
  const { t } = useLingui();
  const [rating, setRating] = useState(existing?.rating);
  const [comment, setComment] = useState(existing?.comment ?? "");
  const maskedText = useMaskedDetails(comment);
  return (
    <form
      aria-label={t`Rate ${name}`}
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (rating !== undefined && !busy)
          onSend({
            rating,
            comment,
          });
      }}
    >
      <StarsInput label={t`How was your ride with ${name}?`} value={rating} onChange={setRating} />
      {rating !== undefined && (
        <>
          <TextAreaField
            label={t`Comment`}
            optional={t`optional`}
            hint={
              maskedText
                ? t`Everyone can read it once it's published, but only ${name} sees ${maskedText}.`
                : t`Everyone can read it once it's published.`
            }
            maxLength={COMMENT_MAX_LENGTH}
            {...bindText(comment, setComment)}
          />
          <ErrorNotice error={error} />
          <div className="flex flex-wrap justify-end gap-2">
            {onCancel && (
              <Button variant="ghost" onClick={onCancel}>
                {t`Cancel`}
              </Button>
            )}
            <Button type="submit" icon="star" busy={busy}>
              {existing ? t`Save rating` : t`Send rating`}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
