import { useLocation, useNavigate } from "react-router";

/**
 * Current step of a two-step page. Stored in the browser history: Back returns to the first step, and a reload stays.
 */
export function useCodeStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const location = { pathname, search };
  return {
    isCodeStep: isCodeStepState(state),
    goToCodeStep: () => void navigate(location, { state: { step: "code" } }),
    goBack: () => void navigate(-1),
    /** Removes the step from the history once the code is used. */
    leaveCodeStep: () => void navigate(location, { replace: true }),
  };
}

const isCodeStepState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "step" in state && state.step === "code";
