import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState, type KeyboardEvent } from "react";
import { cx } from "#shared/ui/cx.ts";
import { controlLook, Field, type FieldWiring } from "#shared/ui/Field.tsx";
import { chosen, type PlaceChoice } from "./place-choice.ts";
import { placeDetails } from "./places.queries.ts";
import { PlaceOptions } from "./PlaceOptions.tsx";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

interface PlaceFieldProps {
  readonly label: string;
  readonly value: PlaceChoice;
  readonly onChange: (choice: PlaceChoice) => void;
  readonly placeholder?: string | undefined;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean | undefined;
  /** Without its own box, for a field that is part of a larger one. */
  readonly bare?: boolean | undefined;
  /** Offers the device's own position as the first choice. */
  readonly offerHere?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A text field that finds places as one types: a combobox with a list (WAI-ARIA 1.2), also by keyboard alone. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, error, hideLabel, bare, className } = props;
  if (bare) return <BareField {...props} />;
  return (
    <Field label={label} error={error} hideLabel={hideLabel} className={cx("relative", className)}>
      {(wiring) => <Combobox {...props} wiring={wiring} look={controlLook} />}
    </Field>
  );
}

function BareField(props: PlaceFieldProps) {
  const id = useId();
  return (
    <div className={cx("relative min-w-0", props.className)}>
      <label htmlFor={id} className="block text-xs text-ink-3">
        {props.label}
      </label>
      <Combobox
        {...props}
        wiring={{ id, "aria-describedby": undefined, "aria-invalid": props.error ? true : undefined }}
        look="w-full min-w-0 bg-transparent text-base font-semibold text-ink outline-none placeholder:font-normal placeholder:text-ink-3"
      />
    </div>
  );
}

function Combobox({
  value,
  onChange,
  placeholder,
  offerHere,
  wiring,
  look,
}: PlaceFieldProps & { wiring: FieldWiring; look: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { suggestions, status } = useSuggestions(value, { open, offerHere: offerHere ?? false });
  const shown = open && (suggestions.length > 0 || status !== "idle");

  const choose = async (suggestion: Suggestion) => {
    setOpen(false);
    onChange({ text: suggestion.label, place: null });
    const place = await suggestion.resolve((placeId) => queries.fetchQuery(placeDetails(placeId)));
    if (place) onChange(chosen(place));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => (open ? setActive((active + 1) % Math.max(1, suggestions.length)) : setOpen(true)),
      ArrowUp: () => setActive((active + suggestions.length - 1) % Math.max(1, suggestions.length)),
      Escape: () => setOpen(false),
      Enter: () => void (suggestions[active] && choose(suggestions[active])),
    };
    const step = steps[event.key];
    if (!step || (event.key !== "ArrowDown" && !shown)) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };

  return (
    <>
      <input
        {...wiring}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && suggestions[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder ?? t`Town or village`}
        value={value.text}
        onChange={(event) => {
          setOpen(true);
          setActive(0);
          onChange({ text: event.target.value, place: null });
        }}
        onFocus={() => setOpen(value.place === null)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className={look}
      />
      <PlaceOptions
        id={listId}
        shown={shown}
        suggestions={suggestions}
        status={status}
        active={active}
        onChoose={(s) => void choose(s)}
      />
    </>
  );
}
