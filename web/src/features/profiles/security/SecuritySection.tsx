import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { AccountEvents } from "./AccountEvents.tsx";
import { ChangeEmailDialog } from "./ChangeEmailDialog.tsx";
import { ChangePasswordDialog } from "./ChangePasswordDialog.tsx";
import { Sessions } from "./Sessions.tsx";

/** Sign-in credentials and active sessions. */
export function SecuritySection() {
  const { t } = useLingui();
  const { email } = useUser();
  const [openDialog, setOpenDialog] = useState<"email" | "password">();
  const close = () => setOpenDialog(undefined);
  return (
    <section aria-labelledby="security" className="grid gap-4">
      <h2 id="security" className="text-xl font-bold tracking-[-.015em]">{t`Security`}</h2>
      <ul className="grid divide-y divide-line card">
        <SecurityRow
          icon="mail"
          name={t`E-mail`}
          value={email}
          action={t`Change e-mail`}
          onChange={() => setOpenDialog("email")}
        />
        <SecurityRow
          icon="lock"
          name={t`Password`}
          value="••••••••"
          action={t`Change password`}
          onChange={() => setOpenDialog("password")}
        />
      </ul>
      <Sessions />
      <AccountEvents />
      {openDialog === "password" && <ChangePasswordDialog email={email} onDone={close} />}
      {openDialog === "email" && <ChangeEmailDialog onDone={close} />}
    </section>
  );
}

interface SecurityRowProps {
  readonly icon: IconName;
  readonly name: string;
  readonly value: string;
  readonly action: string;
  readonly onChange: () => void;
}

function SecurityRow({ icon, name, value, action, onChange }: SecurityRowProps) {
  const { t } = useLingui();
  return (
    <li className="flex items-center gap-3 p-2 ps-4">
      <Icon name={icon} className="size-6 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-ink-3 wrap-anywhere">{value}</p>
      </div>
      <Button variant="soft" aria-label={action} onClick={onChange}>
        {t`Change`}
      </Button>
    </li>
  );
}
