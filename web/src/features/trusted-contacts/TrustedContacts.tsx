import { TRUSTED_CONTACTS_MAX } from "@commonlane/contract/limits";
import type { TrustedContact } from "@commonlane/contract/trusted-contacts";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { ownTrustedContacts, useAddContact, useRemoveContact } from "./trusted-contacts.queries.ts";

/** People who are e-mailed if the user does not confirm an arrival, with the status of each. */
export function TrustedContacts() {
  const { t } = useLingui();
  const query = useQuery(ownTrustedContacts);
  const { data, isRefetching } = query;
  const remove = useRemoveContact();
  const root = useReturnFocus<HTMLElement>(remove.isPending || isRefetching, "h2");
  return (
    <section
      ref={root}
      id="trusted-contacts"
      aria-labelledby="trusted-contacts-title"
      className="grid gap-3"
    >
      <h2
        id="trusted-contacts-title"
        tabIndex={-1}
        className="text-xl font-bold outline-none"
      >{t`Trusted contacts`}</h2>
      <p className="text-ink-2">
        {t`If you don't confirm your arrival after a ride, we e-mail them the ride, the vehicle and your last shared position. They don't need an account, but have to agree first.`}
      </p>
      {!data && <NotLoaded query={query} placeholder={<Skeleton className="h-11" />} />}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {data.items.map((contact) => (
            <ContactRow
              key={contact.id}
              contact={contact}
              onRemove={() => remove.mutateAsync(contact.id)}
            />
          ))}
        </ul>
      )}
      {remove.error && <Notice tone="bad">{remove.error.message}</Notice>}
      {data && data.items.length < TRUSTED_CONTACTS_MAX && <AddContactForm />}
    </section>
  );
}

function ContactRow({
  contact,
  onRemove,
}: {
  contact: TrustedContact;
  onRemove: () => Promise<unknown>;
}) {
  const { t } = useLingui();
  const { name, email } = contact;
  const { waiting, start, undo } = useUndoable(onRemove);
  if (waiting) {
    return (
      <li className="px-4 py-3">
        <UndoBar text={t`Removing ${name}…`} onUndo={undo} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-40 flex-1">
        <p className="truncate font-semibold">{name}</p>
        {email && <p className="truncate text-sm text-ink-2">{email}</p>}
      </div>
      <StatusPill status={contact.status} />
      <Button variant="line" size="sm" onClick={start} aria-label={t`Remove ${name}`}>
        {t`Remove`}
      </Button>
    </li>
  );
}

function StatusPill({ status }: Pick<TrustedContact, "status">) {
  const { t } = useLingui();
  if (status === "confirmed") return <Pill tone="ok" icon="check-circle">{t`Agreed`}</Pill>;
  if (status === "invited") return <Pill tone="warn" icon="mail">{t`Invited`}</Pill>;
  return <Pill tone="quiet" icon="close">{t`Declined`}</Pill>;
}

const EMPTY_VALUES = { name: "", email: "" };

/** Adds a trusted contact, who is asked for consent by e-mail. */
function AddContactForm() {
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
