import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { isProblem } from "../api/api-error.ts";
import { isConfirmedAdult, ownProfile } from "../profile/own-profile.ts";
import { AgeCheckDialog } from "./AgeCheckDialog.tsx";

export interface AgeCheck {
  /**
   * Runs an action for adults only. If the age is unknown, asks first and runs the action afterwards; resolves to
   * undefined if the user cancels. Other errors are passed on to the caller.
   */
  readonly run: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  /** Must be rendered by the screen that runs actions. */
  readonly dialog: ReactNode;
}

/** Asks for the age when an action requires it, without losing form input. */
export function useAgeCheck(): AgeCheck {
  const queries = useQueryClient();
  const [pendingQuestion, setPendingQuestion] = useState<{
    readonly answer: (isConfirmed: boolean) => void;
  }>();
  const askForAge = () => new Promise<boolean>((answer) => setPendingQuestion({ answer }));
  const settle = (isConfirmed: boolean) => {
    pendingQuestion?.answer(isConfirmed);
    setPendingQuestion(undefined);
  };
  const run = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    const profile = queries.getQueryData(ownProfile.queryKey);
    if (profile && !isConfirmedAdult(profile) && !(await askForAge())) return undefined;
    try {
      return await action();
    } catch (error) {
      // A name that must be changed has the same code but is handled by the screen.
      if (!isProblem(error, "profile_incomplete") || !("birthDate" in error.fields)) throw error;
    }
    return (await askForAge()) ? action() : undefined;
  };
  const dialog = (
    <AgeCheckDialog
      open={pendingQuestion !== undefined}
      onSaved={() => settle(true)}
      onClose={() => settle(false)}
    />
  );
  return { run, dialog };
}
