import type { ProfileChange } from "@commonlane/contract/profiles";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { ApiError } from "../api/api-error.ts";
import { latestAdultBirthDate, useChangeProfile } from "../profile/own-profile.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorNotice } from "../ui/ErrorNotice.tsx";
import { AgeFields, type AgeDeclaration } from "./AgeFields.tsx";

interface AgeCheckDialogProps {
  readonly open: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Asks for the user's age and saves it in the profile. */
export function AgeCheckDialog({ open, onSaved, onClose }: AgeCheckDialogProps) {
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
