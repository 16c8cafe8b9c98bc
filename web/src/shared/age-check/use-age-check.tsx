import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { isProblem } from "../api/api-error.ts";
import { isConfirmedAdult, ownProfile } from "../profile/own-profile.ts";
import { AgeCheckDialog } from "./AgeCheckDialog.tsx";

export interface AgeCheck {
  /**
   * Runs an action that is for adults. Where it is not known that the person is one, they are asked first and the action
   * runs after; undefined when they would not say. Other failures of the action are the caller's.
   */
  readonly run: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  /** To be drawn by the screen that runs actions. */
  readonly dialog: ReactNode;
}

/** Asks for a birth date or the word that one is 18, at the moment it matters and without losing what was typed. */
export function useAgeCheck(): AgeCheck {
  const queries = useQueryClient();
  const [pendingQuestion, setPendingQuestion] = useState<{ readonly answer: (isConfirmed: boolean) => void }>();
  const ask = () => new Promise<boolean>((answer) => setPendingQuestion({ answer }));
  const settle = (isConfirmed: boolean) => {
    pendingQuestion?.answer(isConfirmed);
    setPendingQuestion(undefined);
  };
  const run = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    const profile = queries.getQueryData(ownProfile.queryKey);
    if (profile && !isConfirmedAdult(profile) && !(await ask())) return undefined;
    try {
      return await action();
    } catch (error) {
      // A name that has to be changed is another matter, which the screen reports.
      if (!isProblem(error, "profile_incomplete") || !("birthDate" in error.fields)) throw error;
    }
    return (await ask()) ? action() : undefined;
  };
  const dialog = (
    <AgeCheckDialog open={pendingQuestion !== undefined} onSaved={() => settle(true)} onClose={() => settle(false)} />
  );
  return { run, dialog };
}
