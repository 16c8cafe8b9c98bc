import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";

/**
 * Makes each step of the wizard an entry in the browser's history, so that its Back button goes one step back.
 * `onReturn` is called with the step that the user returns to.
 */
export function useStepHistory(step: number, onReturn: (step: number) => void) {
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
