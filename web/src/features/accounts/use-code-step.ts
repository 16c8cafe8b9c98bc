import { useLocation, useNavigate } from "react-router";

/** Where a page with two steps stands. It is kept in the browser's history: its Back button leads to the first, and a reload stays. */
export function useCodeStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const location = { pathname, search };
  return {
    isCodeStep: isCodeStepState(state),
    goToCodeStep: () => void navigate(location, { state: { step: "code" } }),
    goBack: () => void navigate(-1),
    /** Once the code is used up, nothing leads back to it. */
    leaveCodeStep: () => void navigate(location, { replace: true }),
  };
}

const isCodeStepState = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "step" in state && state.step === "code";
