import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { nextOption, pressedKey } from "#shared/ui/keyboard.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { type PlaceChoice, toPlaceChoice } from "./place-choice.ts";
import { placeDetails } from "./places.queries.ts";
import { rememberPlace } from "./recent-places.ts";
import { type OfferedPlaces, type Suggestion, useSuggestions } from "./use-suggestions.ts";

/** State of a place field: visible suggestions, the active one, and the effects of keys and typing. */
export function usePlaceCombobox(
  value: PlaceChoice,
  onChange: (choice: PlaceChoice) => void,
  offered: OfferedPlaces,
) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  // Without typed text, no suggestion is active by default.
  const [active, setActive] = useState(-1);
  // Typing marks the first suggestion for Enter. The first arrow down then chooses just that one.
  const [isMarkedByTyping, setMarkedByTyping] = useState(false);
  const { suggestions, status, ignored, needsTown } = useSuggestions(value, {
    ...offered,
    open,
  });
  const isShown = open && (suggestions.length > 0 || status !== "idle");
  const { field, resolvePlace, applySuggestion } = useChoice(value, onChange);
  useRoomForList({
    listId,
    field,
    isShown,
    count: suggestions.length,
  });

  const choose = async (suggestion: Suggestion): Promise<void> => {
    if (suggestion.action === "streets") {
      // Loads more of the list instead of choosing.
      setActive(0);
      await resolvePlace(suggestion);
      return;
    }
    setOpen(false);
    await applySuggestion(suggestion);
  };
  const move = (by: number) => {
    const count = Math.max(1, suggestions.length);
    const next = nextOption(isMarkedByTyping ? -1 : active, by, count);
    setMarkedByTyping(false);
    setActive(next);
    // The list may be longer than its window.
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: "nearest" });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => (isShown ? move(1) : setOpen(true)),
    ArrowUp: () => move(-1),
    Escape: () => setOpen(false),
    Enter: () => {
      const suggestion = suggestions[active];
      if (suggestion) void choose(suggestion);
    },
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const act = keys[pressedKey(event)];
    if (!act || (pressedKey(event) !== "ArrowDown" && !isShown)) return;
    if (pressedKey(event) === "Enter" && !suggestions[active]) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const type = (text: string) => {
    setOpen(true);
    setActive(text.trim() === "" ? -1 : 0);
    setMarkedByTyping(text.trim() !== "");
    onChange({ text, place: null });
  };
  return {
    listId,
    field,
    suggestions,
    status,
    ignored,
    needsTown,
    isShown,
    active,
    choose,
    press: handleKeyDown,
    type,
    focus: () => setOpen(value.place === null),
    close: () => setOpen(false),
  };
}

/** Height of the tab bar on phones, which covers the end of a page. */
const TAB_BAR_PX = 60;

interface ShownList {
  readonly listId: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isShown: boolean;
  readonly count: number;
}

/** Moves the field to the top of the page if its list ends below what is visible, such as under a phone's keyboard. */
function useRoomForList({ listId, field, isShown, count }: ShownList): void {
  useEffect(() => {
    const isOpen = isShown && count > 0;
    const bottom = isOpen
      ? document.getElementById(listId)?.getBoundingClientRect().bottom
      : undefined;
    const visibleBottom = (visualViewport?.height ?? innerHeight) - TAB_BAR_PX;
    if (bottom !== undefined && bottom > visibleBottom)
      field.current?.scrollIntoView({
        block: "start",
        behavior: "instant",
      });
  }, [listId, field, isShown, count]);
}

const NOT_REMEMBERED: readonly Suggestion["action"][] = ["here", "home", "work"];

/** Resolves a chosen suggestion to its place and puts it into the field `field`. */
function useChoice(value: PlaceChoice, onChange: (choice: PlaceChoice) => void) {
  const resolvePlace = useResolvePlace();
  const { uid } = useUser();
  const latest = useLatest({ value, onChange });
  const { field, lookUpHoldingSubmit, submitWhenReady } = usePendingLookup(value.place);
  const applySuggestion = async (suggestion: Suggestion): Promise<void> => {
    onChange({ text: suggestion.label, place: null });
    const { result, triedToSubmit } = await lookUpHoldingSubmit(() => resolvePlace(suggestion));
    // The user may have typed something else since then, which must not be overwritten.
    if (latest.current.value.text !== suggestion.label) return;
    if (triedToSubmit && result) submitWhenReady();
    latest.current.onChange(result ? toPlaceChoice(result) : value);
    // The device's position is not stored, and home and work are offered anyway.
    if (result && !NOT_REMEMBERED.includes(suggestion.action)) rememberPlace(uid, result);
  };
  return {
    field,
    resolvePlace,
    applySuggestion,
  };
}

/** Latest value, for use after an await. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Resolves a suggestion to its place; undefined after an error, which is shown. */
function useResolvePlace() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  return (suggestion: Suggestion) =>
    suggestion
      .resolve((placeId) => queries.fetchQuery(placeDetails(placeId)))
      .catch(() => {
        toast({
          message: t`We couldn't look up this place. Please choose it again.`,
          type: "warning",
        });
      });
}

/**
 * Delays submitting a form while the value of a field is being looked up. `field` is its element; `lookUpHoldingSubmit` runs
 * a lookup and resolves to whether the user tried to submit during it, and `submitWhenReady` submits once the next value is set.
 */
function usePendingLookup(value: object | null) {
  const field = useRef<HTMLInputElement>(null);
  const isSubmitPending = useRef(false);
  useEffect(() => {
    if (value && isSubmitPending.current) field.current?.form?.requestSubmit();
    isSubmitPending.current = false;
  }, [value]);
  const lookUpHoldingSubmit = async <T>(
    search: () => Promise<T>,
  ): Promise<{
    result: T;
    triedToSubmit: boolean;
  }> => {
    const releaseSubmit = holdSubmit(field.current?.form);
    const result = await search();
    return { result, triedToSubmit: releaseSubmit() };
  };
  const submitWhenReady = () => {
    isSubmitPending.current = true;
  };
  return {
    field,
    lookUpHoldingSubmit,
    submitWhenReady,
  };
}

/** Blocks a form from submitting. Returns a function that releases it and returns whether the user tried to submit. */
function holdSubmit(form: HTMLFormElement | null | undefined): () => boolean {
  let triedToSubmit = false;
  const blockSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // Before React's own listener further up.
    event.stopPropagation();
    triedToSubmit = true;
  };
  form?.addEventListener("submit", blockSubmit);
  return () => {
    form?.removeEventListener("submit", blockSubmit);
    return triedToSubmit;
  };
}
