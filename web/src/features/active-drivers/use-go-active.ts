import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useAdultGate } from "#shared/adult/use-adult-gate.tsx";
import { ApiError } from "#shared/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { chosen, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useActivate, useDeactivate } from "./active-drivers.queries.ts";
import { devicePosition } from "#shared/geo/device-position.ts";
import { type Fix, fixAt, fixOf } from "./position-teller.ts";
import { type SharedFrom, sharedHere, shareHere } from "./sharing-here.ts";
import { startAnew } from "./telling-state.ts";
import { type Attempt, useOneAttempt } from "./use-one-attempt.ts";

/** What a driver says of themselves before going active. */
export interface ActiveDraft extends Record<string, unknown> {
  readonly from: SharedFrom["from"];
  readonly at: PlaceChoice;
  readonly seats: number;
  readonly headingTo: PlaceChoice;
  readonly note: string;
  /** Be shown to people of one's own gender only. */
  readonly sameGender: boolean;
}
export interface ActiveErrors {
  readonly at?: string;
  readonly headingTo?: string;
  readonly audience?: string;
  readonly whole?: string;
}

const AT_FIRST: ActiveDraft = {
  from: "device",
  at: NO_PLACE,
  seats: 1,
  headingTo: NO_PLACE,
  note: "",
  sameGender: false,
};
const DENIED = 1;

/** Going active from this tab; `goOff` takes back what was on its way to the server when it was broken off. */
export function useGoActive(goOff: () => Promise<void>) {
  const { t } = useLingui();
  const { uid } = useUser();
  const [draft, change] = useDraft<ActiveDraft>(`active.${uid}`, AT_FIRST);
  const [errors, setErrors] = useState<ActiveErrors>({});
  const { busy, run, breakOff, isUnderWay } = useOneAttempt();
  // Whoever is about to go active anew stays on the map.
  const { put, dialog } = usePutting(async () => {
    if (!isUnderWay()) await goOff();
  });
  const find = async (attempt: Attempt): Promise<Fix | undefined> => {
    if (draft.from === "place") return draft.at.place ? fixOf(draft.at.place) : undefined;
    try {
      return fixAt((await devicePosition()).coords);
    } catch (failure) {
      if (attempt.broken) return undefined;
      const denied = failure instanceof GeolocationPositionError && failure.code === DENIED;
      change({ from: "place" });
      setErrors({
        whole: denied
          ? t`This browser may not tell where you are. Type a place instead, or allow it in the settings of the browser.`
          : t`Your position could not be found. Type a place instead.`,
      });
      return undefined;
    }
  };
  /** True once the driver is on the map; `again` where they are already and say something anew. */
  const goActive = (again: boolean): Promise<boolean> =>
    run(async (attempt) => {
      const wrong = problemsOf(draft, { none: t`Which place?`, typed: t`Choose a place from the list.` });
      setErrors(wrong);
      if (Object.keys(wrong).length > 0) return false;
      const fix = await find(attempt);
      // Of whoever thought better of it while their device looked where it is, nothing is told.
      if (!fix || attempt.broken) return false;
      try {
        return await put({ draft, fix, again, attempt });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        const { audience } = failure.fields;
        setErrors(audience ? { audience } : { whole: failure.message });
        return false;
      }
    });
  return { draft, change, errors, busy, goActive, breakOff, dialog };
}

interface Putting {
  readonly draft: ActiveDraft;
  readonly fix: Fix;
  readonly again: boolean;
  readonly attempt: Attempt;
}

/** Puts the driver on the map; true once they are there and wanted it to the end. */
function usePutting(takeBack: () => Promise<void>) {
  const { t } = useLingui();
  const { uid } = useUser();
  const gate = useAdultGate();
  const activate = useActivate();
  const toast = useToast();
  const put = async ({ draft, fix, again, attempt }: Putting): Promise<boolean> => {
    const { from, at, seats, note, headingTo, sameGender } = draft;
    const audience = sameGender ? "sameGender" : "everyone";
    const terms = { ...fix, seats, audience, note: note.trim() || null, headingTo: placeOf(headingTo) } as const;
    const own = await gate.run(async () => {
      try {
        return await activate.mutateAsync(terms);
      } catch (failure) {
        // They are asked and told nothing more.
        if (attempt.broken) return undefined;
        throw failure;
      }
    });
    if (!own) return false;
    if (attempt.broken === "off") {
      await takeBack();
      return false;
    }
    startAnew(true);
    shareHere(uid, at.place && from === "place" ? { from, place: at.place } : { from: "device" });
    if (!again) toast({ message: t`You are active. People nearby can see you now.`, type: "success" });
    return !attempt.broken;
  };
  return { put, dialog: gate.dialog };
}

/** What was said when going active, to change it. */
export const draftOf = ({ seats, headingTo, note, audience }: OwnActiveDriver): Partial<ActiveDraft> => ({
  seats,
  sameGender: audience === "sameGender",
  note: note ?? "",
  headingTo: headingTo ? chosen(headingTo) : NO_PLACE,
});

/** Goes off the map at once: this tab tells nothing more, unless the server did not hear it. */
export function useGoOff() {
  const { t } = useLingui();
  const { uid } = useUser();
  const deactivate = useDeactivate();
  const toast = useToast();
  const goOff = async () => {
    if (deactivate.isPending) return;
    const source = sharedHere(uid);
    shareHere(uid, undefined);
    try {
      await deactivate.mutateAsync();
      startAnew(false);
      toast({ message: t`You are off the map. Nobody sees you any more.`, type: "success" });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      shareHere(uid, source);
      toast({ message: failure.message, type: "error" });
    }
  };
  return { goOff, busy: deactivate.isPending };
}

function problemsOf(
  { from, at, headingTo }: ActiveDraft,
  words: { readonly none: string; readonly typed: string },
): ActiveErrors {
  return {
    ...(from === "place" && !at.place && { at: isTyped(at) ? words.typed : words.none }),
    ...(isTyped(headingTo) && { headingTo: words.typed }),
  };
}

const isTyped = ({ text, place }: PlaceChoice) => text.trim() !== "" && !place;

/** A place as it is sent: without what the field knows beside it. */
function placeOf({ place }: PlaceChoice) {
  if (!place) return null;
  const { placeId = null, label, lat, lng } = place;
  return { placeId, label, lat, lng };
}
