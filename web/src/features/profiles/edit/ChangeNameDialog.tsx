import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import {
  isNameMissing,
  NameFields,
  namesToSend,
  type TypedNames,
} from "#shared/profile/NameFields.tsx";
import { ownProfile, useChangeProfile } from "#shared/profile/own-profile.ts";
import { useSession } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** Asks members whose name breaks the name rule to change it, once per visit. Until then others see "Member". */
export function ChangeNameDialog() {
  const { user } = useSession();
  const profile = useQuery({
    ...ownProfile,
    enabled: user !== undefined,
  }).data;
  const [isPostponed, setPostponed] = useState(false);
  const problem = profile?.nameProblem;
  if (!profile || !problem || isPostponed) return null;
  const { firstName, lastName } = profile;
  return (
    <NameDialog
      names={{ firstName, lastName }}
      problem={problem}
      onClose={() => setPostponed(true)}
    />
  );
}

interface NameDialogProps {
  readonly names: {
    readonly firstName: string | null;
    readonly lastName: string | null;
  };
  readonly problem: string;
  readonly onClose: () => void;
}

function NameDialog({ names, problem, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const formId = useId();
  const save = useChangeProfile();
  const [typed, setTyped] = useState<TypedNames>({
    firstName: names.firstName ?? "",
    lastName: names.lastName ?? "",
    hasOneName: names.lastName === "",
  });
  const [submitted, setSubmitted] = useState(false);
  const missingText = (value: string) =>
    submitted && value.trim() === "" ? t`Please fill this in.` : undefined;
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const onSubmit = () => {
    setSubmitted(true);
    if (isNameMissing(typed) || save.isPending) return;
    save.mutate(namesToSend(typed));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Please change your name`}
      cancelLabel={t`Later`}
      busy={save.isPending}
      footer={<Button type="submit" form={formId} busy={save.isPending}>{t`Save name`}</Button>}
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
        <Notice tone="info">{problem}</Notice>
        <p className="text-ink-2">
          {t`Others see you as "Member" until you change it. You can't offer rides or request seats.`}
        </p>
        <NameFields
          names={typed}
          onChange={(changes) =>
            setTyped({
              ...typed,
              ...changes,
            })
          }
          errors={{
            firstName: missingText(typed.firstName) ?? fields["firstName"],
            lastName: missingText(typed.lastName) ?? fields["lastName"],
          }}
        />
        {save.error && Object.keys(fields).length === 0 && (
          <Notice tone="bad">{save.error.message}</Notice>
        )}
      </form>
    </Dialog>
  );
}
