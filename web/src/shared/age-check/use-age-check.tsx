import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import type { ProfileChange } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { ApiError, isProblem } from "../api/api-error.ts";
import {
  isConfirmedAdult,
  latestAdultBirthDate,
  ownProfile,
  useChangeProfile,
} from "../profile/own-profile.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorNotice } from "../ui/ErrorNotice.tsx";
import { AgeFields, type AgeDeclaration } from "./AgeFields.tsx";

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

interface AgeCheckDialogProps {
  readonly open: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Asks for the user's age and saves it in the profile. */
function AgeCheckDialog({ open, onSaved, onClose }: AgeCheckDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const save = useChangeProfile();
  const [declaration, setDeclaration] = useState<AgeDeclaration>({
    birthDate: "",
    adultDeclared: false,
  });
  const [problem, setProblem] = useState<string>();
  const onSubmit = () => {
    const isInvalid = isInvalidDeclaration(declaration);
    setProblem(
      isInvalid
        ? t`Please enter your birth date or confirm that you're ${MINIMUM_AGE_YEARS} or older.`
        : undefined,
    );
    if (isInvalid || save.isPending) return;
    save.mutate(toProfileChange(declaration), { onSuccess: onSaved });
  };
  const tooYoung = declaration.birthDate !== "" && declaration.birthDate > latestAdultBirthDate();
  const saveError =
    save.error instanceof ApiError
      ? (save.error.fields["birthDate"] ?? save.error.message)
      : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Are you ${MINIMUM_AGE_YEARS} or older?`}
      cancelLabel={t`Not now`}
      busy={save.isPending}
      footer={
        <Button type="submit" form={formId} busy={save.isPending}>
          {t`Save and continue`}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <p className="text-ink-2">{t`Rides are for adults. We only ask once, and only you can see your birth date.`}</p>
        <AgeFields
          value={declaration}
          onChange={setDeclaration}
          error={tooYoung ? t`You must be ${MINIMUM_AGE_YEARS} or older.` : problem}
        />
        <ErrorNotice error={saveError} />
      </form>
    </Dialog>
  );
}

function isInvalidDeclaration({ birthDate, adultDeclared }: AgeDeclaration): boolean {
  return birthDate === "" ? !adultDeclared : birthDate > latestAdultBirthDate();
}

function toProfileChange({ birthDate, adultDeclared }: AgeDeclaration): ProfileChange {
  return birthDate === ""
    ? {
        birthDate: null,
        adultDeclared,
      }
    : { birthDate };
}
