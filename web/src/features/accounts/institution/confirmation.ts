import type { SignInOutcome } from "@commonlane/contract/sign-in-providers";
import { useNavigate } from "react-router";

/** What the forms after a sign-in at an institution get. */
export interface ConfirmationProps {
  readonly institution: string;
  readonly person: NonNullable<SignInOutcome["person"]>;
  readonly returnTo: string | null;
}

/** Goes on to the page where the person wanted to be. */
export function useContinue(): (returnTo: string | null) => void {
  const navigate = useNavigate();
  return (returnTo) => void navigate(returnTo ?? "/home", { replace: true });
}
