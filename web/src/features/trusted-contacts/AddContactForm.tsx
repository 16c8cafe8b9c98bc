import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useAddContact } from "./trusted-contacts.queries.ts";

const EMPTY_VALUES = { name: "", email: "" };

/** Adds a trusted contact, who is asked for consent by e-mail. */
export function AddContactForm() {
  const { t } = useLingui();
  const toast = useToast();
  const addContact = useAddContact();
  const [values, setValues] = useState(EMPTY_VALUES);
  const [submitted, setSubmitted] = useState(false);
  const name = values.name.trim();
  const email = values.email.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (name === "" || !email.includes("@") || addContact.isPending) return;
    afterMutation(
      addContact.mutateAsync({
        name,
        email,
      }),
      () => {
        setValues(EMPTY_VALUES);
        setSubmitted(false);
        toast({
          message: t`We've e-mailed ${name}.`,
          type: "success",
        });
      },
    );
  };
  return (
    <form
      aria-label={t`Add a trusted contact`}
      noValidate
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-2"
    >
      <TextField
        label={t`Contact's name`}
        autoComplete="off"
        maxLength={60}
        {...bindText(values.name, (name) =>
          setValues({
            ...values,
            name,
          }),
        )}
        error={submitted && name === "" ? t`Please enter a name.` : undefined}
      />
      <TextField
        label={t`Contact's e-mail`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...bindText(values.email, (email) =>
          setValues({
            ...values,
            email,
          }),
        )}
        error={submitted && !email.includes("@") ? t`Please enter an e-mail address.` : undefined}
      />
      <ErrorNotice error={addContact.error} className="sm:col-span-2" />
      <Button
        type="submit"
        variant="line"
        icon="mail"
        busy={addContact.isPending}
        className="justify-self-start"
      >
        {t`Send invitation`}
      </Button>
    </form>
  );
}
