import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { cx } from "#shared/ui/cx.ts";
import type { FieldWiring } from "#shared/ui/fields/Field.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import type { PlaceChoice } from "./place-choice.ts";
import { PlaceKindIcon } from "./PlaceKindIcon.tsx";
import { usePlaceCombobox } from "./use-place-combobox.ts";
import type { Ignored, Suggestion } from "./use-suggestions.ts";

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

interface PlaceOptionsProps {
  readonly id: string;
  readonly shown: boolean;
  readonly suggestions: readonly Suggestion[];
  readonly status: "idle" | "searching" | "nothing" | "failed";
  readonly ignored: Ignored | undefined;
  /** The text is a word for a kind of place, and none is known around. */
  readonly needsTown: boolean;
  /** The place can also be chosen on a map. */
  readonly hasMap: boolean;
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

const suggestionIcons: Record<Suggestion["action"], IconName> = {
  here: "locate",
  home: "home",
  work: "bag",
  recent: "clock",
  place: "pin",
  streets: "search",
};

/** Suggestions below a place field. Rendered even when closed, so that the field's ARIA reference is always valid. */
export function PlaceOptions({
  id,
  shown,
  suggestions,
  status,
  ignored,
  needsTown,
  hasMap,
  active,
  onChoose,
}: PlaceOptionsProps) {
  const { t } = useLingui();
  const nothingFound = hasMap
    ? t`No places found. Check the spelling, try a town, station or postcode, or choose the point on the map.`
    : t`No places found. Check the spelling, or try a town, station or postcode.`;
  const addTown = t`Add the name of a town to find one there.`;
  const notes = {
    idle: needsTown
      ? addTown
      : ignored && t`“${ignored.text}” not found – showing ${ignored.shown}`,
    searching: suggestions.length === 0 ? t`Searching…` : undefined,
    nothing: needsTown ? addTown : nothingFound,
    failed: t`We can't look up places right now.`,
  };
  return (
    <div
      className={cx(
        "absolute start-0 top-full z-40 mt-1 w-full min-w-72 overflow-hidden rounded-md border border-line bg-surface text-start shadow-3",
        !shown && "hidden",
      )}
    >
      <p
        role="status"
        className={cx(
          "px-4 text-sm text-ink-2",
          notes[status] && "py-3",
          (ignored ?? needsTown) && suggestions.length > 0 && "border-b border-line bg-sunken",
        )}
      >
        {notes[status]}
      </p>
      <ul
        id={id}
        role="listbox"
        className="max-h-[min(26rem,50dvh)] overflow-y-auto"
        aria-label={t`Places`}
      >
        {suggestions.map((suggestion, n) => (
          <PlaceOption
            key={suggestion.key}
            id={`${id}-${n}`}
            suggestion={suggestion}
            isActive={n === active}
            onChoose={() => onChoose(suggestion)}
          />
        ))}
      </ul>
      {communitySettings.addresses && (
        <p className="border-t border-line px-4 py-1.5 text-xs text-ink-3">
          <a
            href="https://www.openstreetmap.org/copyright"
            target="_blank"
            rel="noreferrer"
            onMouseDown={(event) => event.preventDefault()}
          >
            © OpenStreetMap contributors
          </a>
        </p>
      )}
    </div>
  );
}

interface PlaceOptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function PlaceOption({ id, suggestion, isActive, onChoose }: PlaceOptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      // Before the field loses the focus, which closes the list. Safari ignores it on pointerdown.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        "flex min-h-12 cursor-pointer items-center gap-3 px-3 py-2",
        isActive ? "bg-brand-soft" : "hover:bg-sunken",
      )}
    >
      {suggestion.kind ? (
        <PlaceKindIcon kind={suggestion.kind} />
      ) : (
        <Icon name={suggestionIcons[suggestion.action]} className="text-ink-3" />
      )}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{suggestion.label}</span>
        {suggestion.detail && (
          <span className="block truncate text-sm text-ink-3">{suggestion.detail}</span>
        )}
      </span>
    </li>
  );
}
