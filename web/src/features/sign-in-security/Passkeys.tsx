import { PASSKEY_NAME_MAX_LENGTH } from "@commonlane/contract/limits";
import { type Passkey, passkeys } from "@commonlane/contract/passkeys";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { usePasskeyError, canUsePasskeys, createPasskey } from "#shared/passkeys/passkeys.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { IconButton } from "#shared/ui/IconButton.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { RemoveDialog } from "./RemoveDialog.tsx";
import { ownPasskeys, useRefreshSignInSecurity } from "./sign-in-security.queries.ts";

/** The user's passkeys: adding, renaming and removing them. */
export function Passkeys() {
  const { t } = useLingui();
  const itemsQuery = useQuery(ownPasskeys);
  const items = itemsQuery.data;
  const { isRefetching } = itemsQuery;
  const { add, busy, failure } = useAddPasskey();
  // The row that was removed had the focus.
  const root = useReturnFocus<HTMLElement>(isRefetching, "h2");
  return (
    <section ref={root} aria-labelledby="passkeys" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          id="passkeys"
          tabIndex={-1}
          className="text-xl font-bold tracking-[-.015em] outline-none"
        >{t`Passkeys`}</h2>
        <p className="text-ink-2">
          {t`Sign in with your fingerprint, your face or the PIN of your device instead of a password. No one can steal a passkey by a fake website.`}
        </p>
      </div>
      {!items && <NotLoaded query={itemsQuery} placeholder={<Skeleton className="h-18" />} />}
      {items && items.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <ErrorNotice error={failure} />
      {canUsePasskeys() ? (
        <Button
          variant="line"
          icon="plus"
          className="justify-self-start"
          busy={busy}
          onClick={() => void add()}
        >
          {t`Add a passkey`}
        </Button>
      ) : (
        <p className="text-sm text-ink-3">{t`This browser, or the address of this page, doesn't support passkeys.`}</p>
      )}
    </section>
  );
}

function useAddPasskey() {
  const { t } = useLingui();
  const toast = useAccountToast();
  const refresh = useRefreshSignInSecurity();
  const { busy, error, attempt } = useAttempt(usePasskeyError());
  const add = () =>
    attempt("", async () => {
      const options = await call(passkeys.startRegistration, {});
      await call(passkeys.register, { body: { response: await createPasskey(options) } });
      await refresh();
      toast({
        message: t`Passkey added. You can sign in with it from now on.`,
        type: "success",
      });
    });
  return {
    add,
    busy,
    failure: error,
  };
}

function PasskeyRow({
  passkey: { id, name, createdAt, lastUsedAt, synced },
}: {
  passkey: Passkey;
}) {
  const { t } = useLingui();
  const [open, setOpen] = useState<"rename" | "remove">();
  const close = () => setOpen(undefined);
  const used = lastUsedAt ? t`Last used on ${formatUserDate(lastUsedAt)}` : t`Not used yet`;
  return (
    <li className="flex items-center gap-2 p-2 ps-4">
      <Icon name="lock" className="size-6 text-ink-3" />
      <div className="min-w-0 flex-1 px-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-3">
          {t`Added on ${formatUserDate(createdAt)}`} · {used}
          {synced && <> · {t`On several devices`}</>}
        </p>
      </div>
      <IconButton icon="edit" label={t`Rename ${name}`} onClick={() => setOpen("rename")} />
      <IconButton icon="trash" label={t`Remove ${name}`} onClick={() => setOpen("remove")} />
      {open === "rename" && <PasskeyNameDialog id={id} name={name} onClose={close} />}
      {open === "remove" && (
        <RemoveDialog
          title={t`Remove ${name}?`}
          text={t`You can't sign in with this passkey any more. Delete it on your device, too, so that it isn't offered again.`}
          action={() => call(passkeys.remove, { params: { passkeyId: id } })}
          done={t`Passkey removed.`}
          onClose={close}
        />
      )}
    </li>
  );
}

/** Renames a passkey, so that its owner knows which device it is on. */
function PasskeyNameDialog({
  id,
  name,
  onClose,
}: {
  id: string;
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const formId = useId();
  const refresh = useRefreshSignInSecurity();
  const [typed, setTyped] = useState(name);
  const { busy, error, setError, attempt } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (typed.trim() === "") return setError(t`Please enter a name.`);
    const rename = async () => {
      await call(passkeys.rename, {
        params: { passkeyId: id },
        body: { name: typed },
      });
      await refresh();
    };
    if (await attempt(t`Couldn't reach the server. Try again.`, rename)) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Rename the passkey`}
      cancelLabel={t`Cancel`}
      busy={busy}
      footer={
        <Button type="submit" form={formId} busy={busy}>
          {t`Save`}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t`Name of the passkey`}
          hint={t`For example the device: “My phone”.`}
          maxLength={PASSKEY_NAME_MAX_LENGTH}
          autoComplete="off"
          error={error}
          {...bindText(typed, setTyped)}
        />
      </form>
    </Dialog>
  );
}
