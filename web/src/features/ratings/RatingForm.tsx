import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskedDetails } from "#shared/masking/use-masked-details.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { RatingValues } from "./ratings.queries.ts";
import { starLabels, STARS } from "./Stars.tsx";

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

interface StarsInputProps {
  label: string;
  value: number | undefined;
  onChange: (stars: number) => void;
}

/** Input for one to five stars, built from radio buttons. */
function StarsInput({ label, value, onChange }: StarsInputProps) {
  const { t, i18n } = useLingui();
  const name = useId();
  const [hovered, setHovered] = useState<number>();
  const shownStars = hovered ?? value ?? 0;
  const labeledStars = STARS.find((stars) => stars === shownStars);
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ms-2 flex" onPointerLeave={() => setHovered(undefined)}>
          {STARS.map((stars) => (
            <label
              key={stars}
              onPointerEnter={(event) =>
                setHovered(event.pointerType === "mouse" ? stars : undefined)
              }
              className={cx(
                "relative grid size-11 cursor-pointer place-items-center rounded-md",
                "has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
                stars <= shownStars ? "text-warn" : "text-edge",
              )}
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={stars === value}
                onChange={() => onChange(stars)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="sr-only">
                {t`${plural(stars, {
                  one: "# star",
                  other: "# stars",
                })}: ${i18n._(starLabels[stars])}`}
              </span>
              <Icon name="star" filled={stars <= shownStars} className="size-8" />
            </label>
          ))}
        </div>
        <p aria-hidden="true" className="min-h-6 min-w-20 font-semibold text-ink-2">
          {labeledStars && i18n._(starLabels[labeledStars])}
        </p>
      </div>
    </fieldset>
  );
}
