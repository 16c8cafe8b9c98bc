import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { starLabels, STARS } from "./Stars.tsx";

interface StarsInputProps {
  label: string;
  value: number | undefined;
  onChange: (stars: number) => void;
}

/** Input for one to five stars, built from radio buttons. */
export function StarsInput({ label, value, onChange }: StarsInputProps) {
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
