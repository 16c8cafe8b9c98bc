import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { formatList } from "#shared/formatting/format.ts";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { placeDetails, placePredictions } from "#shared/places/places.queries.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { cityOf, findTimeZones, listTimeZones, type TimeZoneOption } from "./time-zone-search.ts";
import { nextOption, pressedKey } from "#shared/ui/keyboard.ts";

const MAX_SHOWN = 50;
const MAX_PLACES = 5;
const PLACE_MIN_LETTERS = 3;

/** An item of the list: a time zone, the device's (null), or a place whose zone is looked up when chosen. */
export interface TimeZoneChoice {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly zone: string | null | undefined;
  readonly placeId?: string;
}

/** State of the time zone field: the options that fit the typed text, the active one, and the effects of keys. */
export function useTimeZoneCombobox(value: string | null, onChange: (zone: string | null) => void) {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  /** Null until something is typed; then the field shows it instead of the value. */
  const [query, setQuery] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const [zones, setZones] = useState<readonly TimeZoneOption[]>([]);
  const text = query?.trim() ?? "";
  const { options, isSearching } = useOptions(zones, text, isOpen);

  const open = () => {
    // Listing them takes some milliseconds, so not before it is needed.
    if (zones.length === 0) setZones(listTimeZones(i18n.locale, value));
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setQuery(null);
    setActive(-1);
  };
  const choose = async (option: TimeZoneChoice): Promise<void> => {
    close();
    if (option.placeId === undefined) return onChange(option.zone ?? null);
    try {
      const { timeZone } = await queries.fetchQuery(placeDetails(option.placeId));
      onChange(timeZone ?? null);
    } catch {
      toast({
        message: t`We couldn't look up this place. Please choose it again.`,
        type: "warning",
      });
    }
  };
  const move = (by: number) => {
    const count = Math.max(1, options.length);
    const next = nextOption(active, by, count);
    setActive(next);
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const press = (event: KeyboardEvent) => {
    const option = options[active];
    const actions: Record<string, (() => void) | undefined> = {
      ArrowDown: () => (isOpen ? move(1) : open()),
      ArrowUp: isOpen ? () => move(-1) : undefined,
      Escape: isOpen ? close : undefined,
      Enter: isOpen && option ? () => void choose(option) : undefined,
    };
    const act = actions[pressedKey(event)];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const type = (typed: string) => {
    open();
    setQuery(typed);
    setActive(typed.trim() === "" ? -1 : 0);
  };
  return {
    listId,
    options,
    active,
    isOpen,
    isSearching,
    query,
    open,
    close,
    choose,
    press,
    type,
  };
}

/** The options for the typed text: time zones, or towns if no zone fits. */
function useOptions(zones: readonly TimeZoneOption[], text: string, isOpen: boolean) {
  const { t } = useLingui();
  const found = (text === "" ? zones : findTimeZones(zones, text)).slice(0, MAX_SHOWN);
  const asksPlaces = isOpen && found.length === 0 && text.length >= PLACE_MIN_LETTERS;
  const places = useQuery({
    ...placePredictions(text),
    enabled: asksPlaces,
  });
  const systemDefault: TimeZoneChoice = {
    key: "system",
    label: t`System default`,
    detail: cityOf(deviceTimeZone()),
    zone: null,
  };
  const options: readonly TimeZoneChoice[] = [
    ...(text === "" ? [systemDefault] : []),
    ...found.map(({ zone, city, countries }) => ({
      key: zone,
      label: city,
      detail: formatList(countries) || zone,
      zone,
    })),
    ...(asksPlaces ? (places.data?.items ?? []) : [])
      .slice(0, MAX_PLACES)
      .map(({ placeId, label, detail }) => ({
        key: placeId,
        label,
        detail,
        zone: undefined,
        placeId,
      })),
  ];
  return { options, isSearching: places.isFetching };
}

/** Selects the shown value while the field has the focus, so that what is typed next replaces it. */
export function useSelectedValue(shownValue: string | null) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (shownValue !== null && document.activeElement === field.current)
      field.current?.setSelectionRange(0, shownValue.length);
  }, [shownValue]);
  return field;
}
