import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { toPlaceChoice, type PlaceChoice } from "./place-choice.ts";
import { placeDetails } from "./places.queries.ts";
import { rememberPlace } from "./recent-places.ts";
import { usePendingLookup } from "./use-pending-lookup.ts";
import { type Suggestion, useSuggestions } from "./use-suggestions.ts";

/** What a place field does: which suggestions are shown, which one is active, and what keys and typing change. */
export function usePlaceCombobox(value: PlaceChoice, onChange: (choice: PlaceChoice) => void, offerHere: boolean) {
  const [open, setOpen] = useState(false);
  // While nothing is typed no line is chosen by itself.
  const [active, setActive] = useState(-1);
  const { suggestions, status } = useSuggestions(value, { open, offerHere });
  const shown = open && (suggestions.length > 0 || status !== "idle");
  const { field, resolvePlace, applySuggestion } = useChoice(value, onChange);

  const choose = async (suggestion: Suggestion): Promise<void> => {
    if (suggestion.kind === "streets") {
      // More of the same list, rather than a choice.
      setActive(0);
      await resolvePlace(suggestion);
      return;
    }
    setOpen(false);
    await applySuggestion(suggestion);
  };
  const move = (by: number) => {
    const count = Math.max(1, suggestions.length);
    setActive(active < 0 ? (by > 0 ? 0 : count - 1) : (active + by + count) % count);
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (shown ? move(1) : setOpen(true)),
    ArrowUp: () => move(-1),
    Escape: () => setOpen(false),
    Enter: () => {
      const suggestion = suggestions[active];
      if (suggestion) void choose(suggestion);
    },
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || (event.key !== "ArrowDown" && !shown)) return;
    if (event.key === "Enter" && !suggestions[active]) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const type = (text: string) => {
    setOpen(true);
    setActive(text.trim() === "" ? -1 : 0);
    onChange({ text, place: null });
  };
  return {
    field,
    suggestions,
    status,
    shown,
    active,
    choose,
    press: handleKeyDown,
    type,
    focus: () => setOpen(value.place === null),
    close: () => setOpen(false),
  };
}

/** Has the place that a suggestion means stand in the field, which is `field`, once it is known. */
function useChoice(value: PlaceChoice, onChange: (choice: PlaceChoice) => void) {
  const resolvePlace = useResolvePlace();
  const { uid } = useUser();
  const latest = useLatest({ value, onChange });
  const { field, lookUpHoldingSubmit, submitWhenReady } = usePendingLookup(value.place);
  const applySuggestion = async (suggestion: Suggestion): Promise<void> => {
    onChange({ text: suggestion.label, place: null });
    const { found: place, triedToSubmit } = await lookUpHoldingSubmit(() => resolvePlace(suggestion));
    // Meanwhile the form may have gone on: nothing that was typed into it since is taken back.
    if (latest.current.value.text !== suggestion.label) return;
    if (triedToSubmit && place) submitWhenReady();
    latest.current.onChange(place ? toPlaceChoice(place) : value);
    // Where somebody was once is not kept.
    if (place && suggestion.kind !== "here") rememberPlace(uid, place);
  };
  return { field, resolvePlace, applySuggestion };
}

/** For what goes on after a wait: the field as it is by then. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The place that a suggestion means; nothing where that cannot be found out, which is said. */
function useResolvePlace() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  return (suggestion: Suggestion) =>
    suggestion
      .resolve((placeId) => queries.fetchQuery(placeDetails(placeId)))
      .catch(() => {
        toast({ message: t`This place could not be looked up. Please choose it again.`, type: "warning" });
      });
}
