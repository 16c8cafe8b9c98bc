import { useLocation, useNavigate } from "react-router";

/** Where a page with two steps stands. It is kept in the browser's history: its Back button leads to the first, and a reload stays. */
export function useCodeStep() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const here = { pathname, search };
  return {
    asked: isCodeStep(state),
    goOn: () => void navigate(here, { state: { step: "code" } }),
    goBack: () => void navigate(-1),
    /** Once the code is used up, nothing leads back to it. */
    leave: () => void navigate(here, { replace: true }),
  };
}

const isCodeStep = (state: unknown): boolean =>
  typeof state === "object" && state !== null && "step" in state && state.step === "code";
