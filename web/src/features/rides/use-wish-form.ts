import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchDraft } from "#shared/forms/search-draft.ts";
import { chosen, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { rememberPlace } from "#shared/places/recent-places.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { metresBetween } from "./way.ts";
import type { RideWish, Spot } from "./search-url.ts";
import { likeliestPlace } from "./use-wish.ts";

const LEAST_WAY_M = 2000;

interface Fields {
  readonly from: PlaceChoice;
  readonly to: PlaceChoice;
  readonly day: string;
  readonly time: string | null;
  readonly flexible: boolean;
  readonly seats: number;
  readonly walkM: number;
}
interface Errors {
  from?: string | undefined;
  to?: string | undefined;
}
export type WishForm = ReturnType<typeof useWishForm>;

/** A form for what is looked for. Names that were typed and not chosen are taken for the likeliest place. */
export function useWishForm(wish: RideWish, onLook: (wish: RideWish) => void) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { uid } = useUser();
  const [draft, changeDraft, forgetDraft] = useSearchDraft();
  const [fields, setFields] = useState<Fields>(() => startingFields(wish, draft));
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  const change = (part: Partial<Fields>) => {
    const next = { ...fields, ...part };
    setFields(next);
    setErrors({});
    if (part.from || part.to || part.day) changeDraft({ from: next.from.text, to: next.to.text, on: next.day });
  };
  const find = async (choice: PlaceChoice) => {
    if (choice.place) return choice.place;
    const place = await likeliestPlace(queries, choice.text);
    if (place) rememberPlace(uid, place);
    return place;
  };
  const wrong = (from: Spot | undefined, to: Spot | undefined): Errors => {
    const missing = (choice: PlaceChoice) =>
      choice.text.trim() === "" ? t`Type a place here.` : t`No place of that name is known. Choose one from the list.`;
    if (!from || !to) return { ...(!from && { from: missing(fields.from) }), ...(!to && { to: missing(fields.to) }) };
    return metresBetween(from, to) < LEAST_WAY_M ? { to: t`This is where you start. Choose another place.` } : {};
  };
  const submit = async () => {
    setBusy(true);
    try {
      const [from, to] = await Promise.all([find(fields.from), find(fields.to)]);
      const found = wrong(from, to);
      setErrors(found);
      if (!from || !to || Object.keys(found).length > 0) return;
      setFields({ ...fields, from: chosen(from), to: chosen(to) });
      forgetDraft();
      onLook({ ...fields, from, to });
    } catch {
      setErrors({ to: t`Places cannot be looked up right now. Try again in a moment.` });
    } finally {
      setBusy(false);
    }
  };
  const swap = () => change({ from: fields.to, to: fields.from });
  return { fields, errors, busy, change, submit, swap };
}

function startingFields(wish: RideWish, draft: { from: string; to: string; on: string }): Fields {
  const { from, to, day, time, flexible, seats, walkM } = wish;
  const empty = from === null && to === null;
  return {
    from: from ? chosen(from) : typed(empty ? draft.from : ""),
    to: to ? chosen(to) : typed(empty ? draft.to : ""),
    day: empty && draft.on !== "" ? draft.on : day,
    time,
    flexible,
    seats,
    walkM,
  };
}

const typed = (text: string): PlaceChoice => (text === "" ? NO_PLACE : { text, place: null });
