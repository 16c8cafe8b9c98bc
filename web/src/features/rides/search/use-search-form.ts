import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { toPlaceChoice, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { rememberPlace } from "#shared/places/recent-places.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { metresBetween } from "../route-geometry.ts";
import type { SearchCriteria, SearchPlace } from "./search-url.ts";
import { findLikeliestPlace } from "./use-search-state.ts";

const MIN_DISTANCE_M = 2000;

interface Fields {
  readonly from: PlaceChoice;
  readonly to: PlaceChoice;
  readonly day: string;
  readonly time: string | null;
  readonly flexible: boolean;
  readonly seats: number;
  readonly walkM: number;
}
/** Fields that change in the address without this form. Other places have a form of their own. */
const IN_ADDRESS = ["day", "time", "flexible", "seats", "walkM"] as const;

interface Errors {
  from?: string | undefined;
  to?: string | undefined;
}
export type SearchFormState = ReturnType<typeof useSearchForm>;

/** State of the search form. Typed names without a chosen suggestion resolve to the likeliest place. */
export function useSearchForm(
  criteria: SearchCriteria,
  onSearch: (criteria: SearchCriteria) => void,
) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { uid } = useUser();
  const [draft, changeDraft, forgetDraft] = useSearchDraft();
  const [fields, setFields] = useFields(criteria, draft);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const change = (changes: Partial<Fields>) => {
    const next = { ...fields, ...changes };
    setFields(next);
    setErrors({});
    if (changes.from || changes.to || changes.day)
      changeDraft({
        from: next.from.text,
        to: next.to.text,
        on: next.day,
      });
  };
  const resolvePlace = async (choice: PlaceChoice) => {
    if (choice.place) return choice.place;
    const place = await findLikeliestPlace(queries, choice.text);
    if (place) rememberPlace(uid, place);
    return place;
  };
  const validate = (from: SearchPlace | undefined, to: SearchPlace | undefined): Errors => {
    const missingText = (choice: PlaceChoice) =>
      choice.text.trim() === ""
        ? t`Enter a place.`
        : t`We don't know this place. Choose one from the list.`;
    if (!from || !to)
      return {
        ...(!from && { from: missingText(fields.from) }),
        ...(!to && { to: missingText(fields.to) }),
      };
    return metresBetween(from, to) < MIN_DISTANCE_M
      ? { to: t`This is your starting point. Choose another place.` }
      : {};
  };
  const submit = async (latest: Partial<Fields> = {}) => {
    const chosen = { ...fields, ...latest };
    setBusy(true);
    try {
      const from = await resolvePlace(chosen.from);
      const to = await resolvePlace(chosen.to);
      // The user has moved on while the places were looked up.
      if (!isShown.current) return;
      const newErrors = validate(from, to);
      setErrors(newErrors);
      if (!from || !to || Object.keys(newErrors).length > 0) return;
      setFields({
        ...chosen,
        from: toPlaceChoice(from),
        to: toPlaceChoice(to),
      });
      forgetDraft();
      onSearch({ ...chosen, from, to });
    } catch {
      setErrors({ to: t`We can't look up places right now. Try again in a moment.` });
    } finally {
      setBusy(false);
    }
  };
  const swap = () => change({ from: fields.to, to: fields.from });
  return {
    fields,
    errors,
    busy,
    change,
    submit,
    swap,
  };
}

type Draft = Readonly<Record<"from" | "to" | "on", string>>;

function useFields(criteria: SearchCriteria, draft: Draft) {
  const [fields, setFields] = useState<Fields>(() => initialFields(criteria, draft));
  const [shown, setShown] = useState(criteria);
  // Another day of the strip, or Back, changes the address; what was typed besides stays.
  const changed = IN_ADDRESS.filter((name) => criteria[name] !== shown[name]);
  if (changed.length > 0) {
    setShown(criteria);
    setFields({ ...fields, ...Object.fromEntries(changed.map((name) => [name, criteria[name]])) });
  }
  return [fields, setFields] as const;
}

function initialFields(criteria: SearchCriteria, draft: Draft): Fields {
  const { from, to, day, time, flexible, seats, walkM } = criteria;
  const empty = from === null && to === null;
  // A visitor may have said where they start before the destination was known, as on the page of an event.
  const typed = {
    from: from === null ? draft.from : "",
    to: empty ? draft.to : "",
  };
  return {
    from: from ? toPlaceChoice(from) : toTypedPlace(typed.from),
    to: to ? toPlaceChoice(to) : toTypedPlace(typed.to),
    day: empty && draft.on !== "" ? draft.on : day,
    time,
    flexible,
    seats,
    walkM,
  };
}

const toTypedPlace = (text: string): PlaceChoice =>
  text === "" ? NO_PLACE : { text, place: null };
