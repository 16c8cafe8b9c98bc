import type { OwnActiveDriver } from "@commonlane/contract/active-drivers";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { getDevicePosition } from "#shared/geo/device-position.ts";
import { toPlace, toPlaceChoice, NO_PLACE, type PlaceChoice } from "#shared/places/place-choice.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useActivate, useDeactivate } from "../active-drivers.queries.ts";
import {
  type PositionReport,
  positionFromDevice,
  positionFromPlace,
} from "../position/position-reporter.ts";
import {
  type PositionSource,
  getPositionSource,
  setPositionSource,
} from "../position/position-source.ts";
import { resetReporting } from "../position/reporting-state.ts";

/** Details that a driver enters before going online. */
export interface ActiveDraft extends Record<string, unknown> {
  readonly from: PositionSource["from"];
  readonly at: PlaceChoice;
  readonly seats: number;
  readonly headingTo: PlaceChoice;
  readonly note: string;
  /** Show the driver only to people of the same gender. */
  readonly sameGender: boolean;
}
export interface ActiveErrors {
  readonly at?: string;
  readonly headingTo?: string;
  readonly audience?: string;
  readonly general?: string;
}

const EMPTY_DRAFT: ActiveDraft = {
  from: "device",
  at: NO_PLACE,
  seats: 1,
  headingTo: NO_PLACE,
  note: "",
  sameGender: false,
};
const DENIED = 1;

/** Goes online from this tab. `goOff` undoes a call that was in flight when the attempt was cancelled. */
export function useGoActive(goOff: () => Promise<void>) {
  const { t } = useLingui();
  const { uid } = useUser();
  const [draft, change] = useDraft<ActiveDraft>(`active.${uid}`, EMPTY_DRAFT);
  const [errors, setErrors] = useState<ActiveErrors>({});
  const { busy, run, cancelAttempt, isRunning } = useCancellableAttempt();
  // A driver who is about to go online again must stay online.
  const { activateDriver, dialog } = useActivateDriver(async () => {
    if (!isRunning()) await goOff();
  });
  const findPosition = async (attempt: Attempt): Promise<PositionReport | undefined> => {
    if (draft.from === "place")
      return draft.at.place ? positionFromPlace(draft.at.place) : undefined;
    try {
      return positionFromDevice((await getDevicePosition()).coords);
    } catch (failure) {
      if (attempt.cancelled) return undefined;
      const isDenied = failure instanceof GeolocationPositionError && failure.code === DENIED;
      change({ from: "place" });
      setErrors({
        general: isDenied
          ? t`Location is blocked. Allow it in your browser settings, or enter a place instead.`
          : t`We couldn't find your location. Enter a place instead.`,
      });
      return undefined;
    }
  };
  /** Resolves to true once the driver is online. `isEditing` updates an online driver. */
  const goActive = (isEditing: boolean): Promise<boolean> =>
    run(async (attempt) => {
      const newErrors = validateDraft(draft, {
        missing: t`Which place?`,
        notChosen: t`Choose a place from the list.`,
      });
      setErrors(newErrors);
      if (Object.keys(newErrors).length > 0) return false;
      const position = await findPosition(attempt);
      // Cancelled while the device was locating: send nothing.
      if (!position || attempt.cancelled) return false;
      try {
        return await activateDriver({
          draft,
          position,
          isEditing,
          attempt,
        });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        const { audience } = failure.fields;
        setErrors(audience ? { audience } : { general: failure.message });
        return false;
      }
    });
  return {
    draft,
    change,
    errors,
    busy,
    goActive,
    cancelAttempt,
    dialog,
  };
}

interface ActivationInput {
  readonly draft: ActiveDraft;
  readonly position: PositionReport;
  readonly isEditing: boolean;
  readonly attempt: Attempt;
}

/** Sends the activation; resolves to true if it succeeded and was not cancelled. */
function useActivateDriver(goOff: () => Promise<void>) {
  const { t } = useLingui();
  const { uid } = useUser();
  const ageCheck = useAgeCheck();
  const activate = useActivate();
  const toast = useToast();
  const activateDriver = async ({
    draft,
    position,
    isEditing,
    attempt,
  }: ActivationInput): Promise<boolean> => {
    const { from, at, seats, note, headingTo, sameGender } = draft;
    const audience = sameGender ? "sameGender" : "everyone";
    const terms = {
      ...position,
      seats,
      audience,
      note: note.trim() || null,
      headingTo: headingTo.place && toPlace(headingTo.place),
    } as const;
    const own = await ageCheck.run(async () => {
      try {
        return await activate.mutateAsync(terms);
      } catch (failure) {
        // Cancelled: show no dialog and no message.
        if (attempt.cancelled) return undefined;
        throw failure;
      }
    });
    if (!own) return false;
    if (attempt.cancelled === "off") {
      await goOff();
      return false;
    }
    resetReporting(true);
    setPositionSource(
      uid,
      at.place && from === "place"
        ? {
            from,
            place: at.place,
          }
        : { from: "device" },
    );
    if (!isEditing)
      toast({
        message: t`You're online. People nearby can see you now.`,
        type: "success",
      });
    return !attempt.cancelled;
  };
  return { activateDriver, dialog: ageCheck.dialog };
}

/** Values of an online driver, for editing. */
export const draftFromDriver = ({
  seats,
  headingTo,
  note,
  audience,
}: OwnActiveDriver): Partial<ActiveDraft> => ({
  seats,
  sameGender: audience === "sameGender",
  note: note ?? "",
  headingTo: headingTo ? toPlaceChoice(headingTo) : NO_PLACE,
});

/** Goes offline at once: this tab stops reporting, unless the call fails. */
export function useGoOffline() {
  const { t } = useLingui();
  const { uid } = useUser();
  const deactivate = useDeactivate();
  const toast = useToast();
  const goOff = async () => {
    if (deactivate.isPending) return;
    const source = getPositionSource(uid);
    setPositionSource(uid, undefined);
    try {
      await deactivate.mutateAsync();
      resetReporting(false);
      toast({
        message: t`You went offline. No one sees you any more.`,
        type: "success",
      });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setPositionSource(uid, source);
      toast({
        message: failure.message,
        type: "error",
      });
    }
  };
  return { goOff, busy: deactivate.isPending };
}

function validateDraft(
  { from, at, headingTo }: ActiveDraft,
  messages: {
    readonly missing: string;
    readonly notChosen: string;
  },
): ActiveErrors {
  return {
    ...(from === "place" &&
      !at.place && { at: isTyped(at) ? messages.notChosen : messages.missing }),
    ...(isTyped(headingTo) && { headingTo: messages.notChosen }),
  };
}

const isTyped = ({ text, place }: PlaceChoice) => text.trim() !== "" && !place;

/** A running attempt. If `cancelled`, the driver ends up offline or unchanged. */
interface Attempt {
  cancelled?: "off" | "unchanged";
}

/** Runs one attempt at a time; after cancelling, a new one can start right away. */
function useCancellableAttempt() {
  const running = useRef<Attempt>(undefined);
  const [busy, setBusy] = useState(false);
  const finish = () => {
    running.current = undefined;
    setBusy(false);
  };
  const run = async (work: (attempt: Attempt) => Promise<boolean>): Promise<boolean> => {
    if (running.current) return false;
    const attempt: Attempt = {};
    running.current = attempt;
    setBusy(true);
    try {
      return await work(attempt);
    } finally {
      if (running.current === attempt) finish();
    }
  };
  const cancelAttempt = (cancelled: NonNullable<Attempt["cancelled"]>) => {
    if (running.current) running.current.cancelled = cancelled;
    finish();
  };
  return {
    busy,
    run,
    cancelAttempt,
    isRunning: () => running.current !== undefined,
  };
}
