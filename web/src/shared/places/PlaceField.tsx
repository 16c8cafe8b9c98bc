import { useLingui } from "@lingui/react/macro";
import { useId } from "react";
import { cx } from "#shared/ui/cx.ts";
import { controlLook, Field, type FieldWiring } from "#shared/ui/Field.tsx";
import type { PlaceChoice } from "./place-choice.ts";
import { PlaceOptions } from "./PlaceOptions.tsx";
import { usePlaceList } from "./use-place-list.ts";

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
  const listId = useId();
  const list = usePlaceList(value, onChange, offerHere ?? false);
  const active = list.shown && list.suggestions[list.active] ? `${listId}-${list.active}` : undefined;
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
        aria-expanded={list.shown}
        aria-controls={listId}
        aria-activedescendant={active}
        placeholder={placeholder ?? t`Town or village`}
        value={value.text}
        onChange={(event) => list.type(event.target.value)}
        onFocus={list.focus}
        onBlur={list.close}
        onKeyDown={list.press}
        className={look}
      />
      <PlaceOptions
        id={listId}
        shown={list.shown}
        suggestions={list.suggestions}
        status={list.status}
        active={list.active}
        onChoose={(suggestion) => void list.choose(suggestion)}
      />
    </>
  );
}
