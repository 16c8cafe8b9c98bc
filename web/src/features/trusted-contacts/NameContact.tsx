import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { whenDone } from "#shared/forms/when-done.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { useNameContact } from "./trusted-contacts.queries.ts";

const NOTHING = { name: "", email: "" };

/** Names somebody, who is asked by one letter. */
export function NameContact() {
  const { t } = useLingui();
  const toast = useToast();
  const contact = useNameContact();
  const [values, setValues] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const name = values.name.trim();
  const email = values.email.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (name === "" || !email.includes("@") || contact.isPending) return;
    whenDone(contact.mutateAsync({ name, email }), () => {
      setValues(NOTHING);
      setTried(false);
      toast({ message: t`${name} was asked by mail.`, type: "success" });
    });
  };
  return (
    <form aria-label={t`Name a trusted contact`} noValidate onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t`Name of the contact`}
        autoComplete="off"
        maxLength={60}
        value={values.name}
        error={tried && name === "" ? t`Please give a name.` : undefined}
        onChange={({ target }) => setValues({ ...values, name: target.value })}
      />
      <TextField
        label={t`E-mail of the contact`}
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={values.email}
        error={tried && !email.includes("@") ? t`Please give an e-mail address.` : undefined}
        onChange={({ target }) => setValues({ ...values, email: target.value })}
      />
      {contact.error && (
        <Notice tone="bad" className="sm:col-span-2">
          {errorText(contact.error, t`This did not reach the server. Try again.`)}
        </Notice>
      )}
      <Button type="submit" variant="line" icon="mail" busy={contact.isPending} className="justify-self-start">
        {t`Ask by mail`}
      </Button>
    </form>
  );
}
