import { type ReactNode, useState } from "react";
import { isProblem } from "../api/api-error.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface ConfirmedActions {
  /**
   * Runs an action and, if the server asks for a confirmation first, runs it again after that. Resolves to undefined if
   * the user does not confirm.
   */
  readonly runConfirmed: <T>(action: () => Promise<T>) => Promise<T | undefined>;
  /** Must be rendered. */
  readonly confirmDialog: ReactNode;
}

/** For actions that need a recent confirmation. */
export function useConfirmedAction(): ConfirmedActions {
  const [ask, setAsk] = useState<{ readonly answer: (isConfirmed: boolean) => void }>();
  const askForConfirmation = () => new Promise<boolean>((resolve) => setAsk({ answer: resolve }));
  const runConfirmed = async <T,>(action: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await action();
    } catch (error) {
      if (!isProblem(error, "confirmation_needed")) throw error;
      return (await askForConfirmation()) ? action() : undefined;
    }
  };
  const onDone = (isConfirmed: boolean) => {
    ask?.answer(isConfirmed);
    setAsk(undefined);
  };
  return { runConfirmed, confirmDialog: ask && <ConfirmDialog onDone={onDone} /> };
}
