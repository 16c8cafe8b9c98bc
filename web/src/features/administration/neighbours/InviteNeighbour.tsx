import { neighbourAdministration } from "@commonlane/contract/neighbours";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** A fingerprint that people read to each other. */
export function Fingerprint({ children }: { children: string }) {
  return (
    <bdi translate="no" className="font-mono wrap-anywhere">
      {children}
    </bdi>
  );
}

const EXAMPLE = "rides.town.example";

/** Reads who a community at an address is; the invitation is sent after its key was compared. */
export function InviteNeighbour() {
  const { t } = useLingui();
  const [address, setAddress] = useState("");
  const preview = useConsoleAction(neighbourAdministration.preview);
  const invite = useConsoleAction(neighbourAdministration.invite);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    invite.reset();
    preview.mutate({ body: { address: address.trim() } });
  };
  const onInvite = (url: string, fingerprint: string) =>
    invite.mutate(
      { body: { address: url, fingerprint } },
      {
        onSuccess: () => {
          preview.reset();
          setAddress("");
        },
      },
    );
  const error = preview.error ?? invite.error;
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <TextField
        label={t`Address of the community`}
        placeholder={EXAMPLE}
        inputMode="url"
        required
        maxLength={200}
        {...bindText(address, setAddress)}
      />
      <Button type="submit" variant="line" className="justify-self-start" busy={preview.isPending}>
        {t`Look it up`}
      </Button>
      {preview.data && (
        <div className="grid justify-items-start gap-2 card p-4">
          <span className="font-semibold wrap-anywhere">{preview.data.name}</span>
          <Fingerprint>{preview.data.fingerprint}</Fingerprint>
          <p className="text-sm text-ink-2">
            {t`Ask its administrators, by phone for example, whether their console shows the same fingerprint.`}
          </p>
          <Button
            busy={invite.isPending}
            onClick={() => onInvite(preview.data.url, preview.data.fingerprint)}
          >
            {t`The fingerprint is the same: invite`}
          </Button>
        </div>
      )}
      <ErrorNotice error={error} />
    </form>
  );
}
