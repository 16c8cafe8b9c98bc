import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { cx } from "#shared/ui/cx.ts";
import type { FieldWiring } from "#shared/ui/fields/Field.tsx";
import type { PlaceChoice } from "./place-choice.ts";
import { PlaceOptions } from "./PlaceOptions.tsx";
import { usePlaceCombobox } from "./use-place-combobox.ts";

interface PlaceComboboxProps {
  readonly value: PlaceChoice;
  readonly onChange: (choice: PlaceChoice) => void;
  readonly placeholder?: string | undefined;
  /** Offers the device's position as the first suggestion. */
  readonly offerHere?: boolean | undefined;
  /** Of the form's other fields; saved and recent places among them are not offered again. */
  readonly otherPlaces?: readonly PlaceChoice[] | undefined;
  /** The place can also be chosen on a map. */
  readonly hasMap: boolean;
  readonly wiring: FieldWiring;
  readonly inputClassName: string;
}

/** The input and the suggestions of a place field: a combobox with a list box (WAI-ARIA 1.2). */
export function PlaceCombobox({
  value,
  onChange,
  placeholder,
  offerHere = false,
  otherPlaces = [],
  hasMap,
  wiring,
  inputClassName,
}: PlaceComboboxProps) {
  const { t } = useLingui();
  const { listId, field, ...list } = usePlaceCombobox(value, onChange, {
    offerHere,
    otherPlaces,
  });
  const active =
    list.isShown && list.suggestions[list.active] ? `${listId}-${list.active}` : undefined;
  return (
    <>
      <input
        {...wiring}
        ref={field}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        aria-autocomplete="list"
        aria-expanded={list.isShown}
        aria-controls={listId}
        aria-activedescendant={active}
        placeholder={placeholder ?? t`Town, station or postcode`}
        {...bindText(value.text, list.type)}
        onFocus={list.focus}
        onBlur={list.close}
        onKeyDown={list.press}
        className={cx("scroll-mt-8", inputClassName)}
      />
      <PlaceOptions
        id={listId}
        shown={list.isShown}
        suggestions={list.suggestions}
        status={list.status}
        ignored={list.ignored}
        needsTown={list.needsTown}
        hasMap={hasMap}
        active={list.active}
        onChoose={(suggestion) => void list.choose(suggestion)}
      />
    </>
  );
}
