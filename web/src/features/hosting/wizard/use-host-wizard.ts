import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import type { RideDraft } from "../draft/ride-draft.ts";
import { toSeriesPayload, toRidePayload } from "../draft/ride-payload.ts";
import { useSaveRide, useHostSeries } from "../hosting.queries.ts";
import { PUBLISHED_STATE } from "../PublishedCard.tsx";
import { useFairAmount } from "./use-fair-amount.ts";
import {
  type FieldErrors,
  firstInvalidStep,
  nextStep,
  validateStep,
  STEP,
  stepOfField,
  type HostWizardProps,
} from "./wizard-steps.ts";

/** State of the wizard: step, errors and navigation. */
export function useHostWizard({
  draftName,
  initial,
  changing,
  isRepeat = false,
  onlyStep,
}: HostWizardProps) {
  const { i18n } = useLingui();
  const [draft, change, clearDraft] = useDraft<RideDraft>(draftName, initial);
  const [clearedDraft, setClearedDraft] = useState<RideDraft>();
  const { problems, showProblems, clear } = useWizardProblems();
  const step = onlyStep ?? Math.min(Math.max(0, draft.step), STEP.review);
  const showStep = (next: number) => {
    clear();
    change({ step: next });
  };
  const { goTo, goBack } = useStepHistory(step, (shown) =>
    showStep(Math.min(shown, firstInvalidStep(draft) ?? STEP.review)),
  );
  const showStepProblems = (draft: RideDraft, at: number) => {
    change({ step: at });
    const invalidFields = Object.entries(validateStep(draft, at));
    showProblems(Object.fromEntries(invalidFields.map(([field, text]) => [field, i18n._(text)])));
  };
  const { send, busy, dialog } = useSubmitRide({
    changing,
    onSaved: clearDraft,
    onRejected: (fields, message) => {
      const [first] = Object.keys(fields);
      if (first !== undefined) change({ step: stepOfField(first) });
      showProblems(fields, message);
    },
  });
  // For a ride that repeats another one, and for a new one of a host whose vehicle is known.
  const maySkipSeats = isRepeat || (!changing && draft.vehicleId !== "");
  const [isPressed, setPressed] = useState(false);
  const continueWith = (draft: RideDraft) => {
    setPressed(false);
    const currentStep = Object.keys(validateStep(draft, step)).length > 0 ? step : undefined;
    const isLast = step === STEP.review || onlyStep !== undefined;
    const invalidStep = isLast ? firstInvalidStep(draft) : currentStep;
    if (invalidStep !== undefined) showStepProblems(draft, invalidStep);
    else if (!isLast) {
      const next = nextStep(draft, step, maySkipSeats);
      showStep(next);
      goTo(next);
    } else {
      clear();
      void send(draft);
    }
  };
  // Pressed before the suggested price has arrived, the button waits for it.
  const fillIn = (price: Partial<RideDraft>) => {
    clear();
    change(price);
    if (isPressed)
      continueWith({
        ...draft,
        ...price,
      });
  };
  const needsPrice = step === STEP.seats || (step === STEP.time && maySkipSeats);
  const awaitsPrice = useFairAmount({
    draft,
    change: fillIn,
    enabled: needsPrice,
  });
  const continueWizard = () => (awaitsPrice ? setPressed(true) : continueWith(draft));
  const startOver = () => {
    clear();
    setClearedDraft(draft);
    clearDraft();
  };
  const onChange = (changes: Partial<RideDraft>) => {
    clear();
    setPressed(false);
    setClearedDraft(undefined);
    change(changes);
  };
  // Undo works until the user types something else.
  const undoStartOver = clearedDraft && (() => onChange(clearedDraft));
  const isBusy = busy || (isPressed && awaitsPrice);
  const view = {
    draft,
    change: onChange,
    step,
    ...problems,
    busy: isBusy,
    isTouched: isTouched(draft, initial),
  };
  const editStep = (next: number) => {
    showStep(next);
    goTo(next);
  };
  const goBackOneStep = () => {
    if (!goBack()) editStep(step - 1);
  };
  return {
    ...view,
    dialog,
    editStep,
    goBackOneStep,
    continueWizard,
    startOver,
    undoStartOver,
  };
}

interface WizardProblems {
  readonly errors: FieldErrors;
  readonly problem: string | undefined;
  /** Counts failed attempts, so that a repeated error takes the focus again. */
  readonly attempts: number;
}

function useWizardProblems() {
  const [problems, setProblems] = useState<WizardProblems>({
    errors: {},
    problem: undefined,
    attempts: 0,
  });
  return {
    problems,
    showProblems: (errors: FieldErrors, problem?: string) =>
      setProblems(({ attempts }) => ({
        errors,
        problem,
        attempts: attempts + 1,
      })),
    clear: () =>
      setProblems((previous) => ({
        ...previous,
        errors: {},
        problem: undefined,
      })),
  };
}

interface SubmitOptions {
  readonly changing: Ride | undefined;
  readonly onSaved: () => void;
  /** Field errors and a general message from the server. */
  readonly onRejected: (fields: FieldErrors, message: string) => void;
}

/** Submits the ride once, even on repeated clicks, and opens its page. */
function useSubmitRide({ changing, onSaved, onRejected }: SubmitOptions) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const ageCheck = useAgeCheck();
  const save = useSaveRide();
  const saveSeries = useHostSeries();
  const toast = useToast();
  const navigate = useNavigate();
  const send = async (draft: RideDraft) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    try {
      const repeats = draft.repeats && !changing;
      const saved = await ageCheck.run<{ id: string }>(() =>
        repeats
          ? saveSeries(toSeriesPayload(draft))
          : save(toRidePayload(draft, changing), changing?.id),
      );
      if (!saved) return;
      onSaved();
      if (changing)
        toast({
          message: t`Your ride was updated.`,
          type: "success",
        });
      const path = repeats ? `/series/${saved.id}` : `/rides/${saved.id}`;
      await navigate(path, changing ? {} : { state: PUBLISHED_STATE });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fields =
        error.code === "seats_taken" ? { seatsTotal: error.message } : toRideFields(error.fields);
      const hasFieldErrors = Object.keys(fields).length > 0;
      onRejected(fields, hasFieldErrors ? t`Please check the marked fields.` : error.message);
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
  };
  return {
    send,
    busy,
    dialog: ageCheck.dialog,
  };
}

/** Field names relative to the ride, wherever it was in the payload. */
const toRideFields = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name.replace(/^ride\./, ""), text]),
  );

const isTouched = (draft: RideDraft, initial: RideDraft): boolean =>
  JSON.stringify({
    ...draft,
    step: 0,
    stops: stopChoices(draft),
  }) !==
  JSON.stringify({
    ...initial,
    step: 0,
    stops: stopChoices(initial),
  });

/** Stops without their keys, which do not affect the route. */
const stopChoices = ({ stops }: RideDraft) => stops.map(({ choice }) => choice);

/**
 * Makes each step of the wizard an entry in the browser's history, so that its Back button goes one step back.
 * `onReturn` is called with the step that the user returns to.
 */
function useStepHistory(step: number, onReturn: (step: number) => void) {
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const seenKey = useRef(key);
  /** Steps that Back leads to, since the wizard opened. */
  const left = useRef<number[]>([]);
  const shownStep = readStep(state);
  useEffect(() => {
    if (seenKey.current === key) return;
    seenKey.current = key;
    if (!isReturn || shownStep === undefined) return;
    left.current.pop();
    onReturn(shownStep);
  });
  const goTo = (next: number): void => {
    const here = { pathname, search };
    // Also the entry that is left says its step.
    void navigate(here, {
      replace: true,
      state: { wizardStep: step },
    });
    void navigate(here, { state: { wizardStep: next } });
    left.current.push(step);
  };
  /** Goes to the previous step through the history, if that is where it leads. */
  const goBack = (): boolean => {
    const leadsThere = left.current.at(-1) === step - 1;
    if (leadsThere) void navigate(-1);
    return leadsThere;
  };
  return { goTo, goBack };
}

const readStep = (state: unknown): number | undefined =>
  typeof state === "object" &&
  state !== null &&
  "wizardStep" in state &&
  typeof state.wizardStep === "number"
    ? state.wizardStep
    : undefined;
