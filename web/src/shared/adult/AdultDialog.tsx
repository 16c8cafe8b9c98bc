import type { ProfileChange } from "@commonlane/contract/profiles";
import { MINIMUM_AGE_YEARS } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { ApiError } from "../api-error.ts";
import { latestAdultBirthDate, useChangeProfile } from "../profile/own-profile.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { Notice } from "../ui/Notice.tsx";
import { AdultFields, type AdultSaid } from "./AdultFields.tsx";

interface AdultDialogProps {
  readonly open: boolean;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Asks how old somebody is, and keeps it in the profile. */
export function AdultDialog({ open, onSaved, onClose }: AdultDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const save = useChangeProfile();
  const [said, setSaid] = useState<AdultSaid>({ birthDate: "", adultDeclared: false });
  const [problem, setProblem] = useState<string>();
  const onSubmit = () => {
    const wrong = problemOf(said);
    setProblem(wrong ? t`Please give your birth date, or say that you are ${MINIMUM_AGE_YEARS} or older.` : undefined);
    if (wrong || save.isPending) return;
    save.mutate(changeOf(said), { onSuccess: onSaved });
  };
  const tooYoung = said.birthDate !== "" && said.birthDate > latestAdultBirthDate();
  const failed = save.error instanceof ApiError ? (save.error.fields["birthDate"] ?? save.error.message) : undefined;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Are you ${MINIMUM_AGE_YEARS} or older?`}
      keep={t`Not now`}
      busy={save.isPending}
      footer={
        <Button type="submit" form={formId} busy={save.isPending}>
          {t`Save and go on`}
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
        <p className="text-ink-2">
          {t`Rides are for adults. We ask once, and only you see your birth date. What you typed is kept.`}
        </p>
        <AdultFields
          value={said}
          onChange={setSaid}
          error={tooYoung ? t`You must be ${MINIMUM_AGE_YEARS} or older.` : problem}
        />
        {failed && <Notice tone="bad">{failed}</Notice>}
      </form>
    </Dialog>
  );
}

const problemOf = ({ birthDate, adultDeclared }: AdultSaid): boolean =>
  birthDate === "" ? !adultDeclared : birthDate > latestAdultBirthDate();

const changeOf = ({ birthDate, adultDeclared }: AdultSaid): ProfileChange =>
  birthDate === "" ? { birthDate: null, adultDeclared } : { birthDate };
