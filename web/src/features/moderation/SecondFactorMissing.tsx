import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#shared/passkeys/ConfirmDialog.tsx";
import { secondFactorStatus } from "#shared/passkeys/second-factor.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ownRole } from "#shared/console/own-role.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Instead of the console, while the community requires a second factor that this session has not shown. */
export function SecondFactorMissing() {
  const { t } = useLingui();
  const statusQuery = useQuery(secondFactorStatus);
  const status = statusQuery.data;
  if (!status) return <NotLoaded query={statusQuery} />;
  const hasFactor = status.authenticatorAppSince !== null || status.passkeyCount > 0;
  return (
    <section className="grid gap-4 card p-4 sm:p-6">
      <h2 className="text-lg font-bold">{t`A second factor is needed`}</h2>
      <p className="text-ink-2">
        {t`The console shows what people report in confidence. That's why this community asks its moderators and administrators for more than a password.`}
      </p>
      {hasFactor ? (
        <ShowFactor />
      ) : (
        <Link to="/settings/sign-in" className={buttonClasses("solid")}>
          <Icon name="shield" />
          {t`Set up a second factor`}
        </Link>
      )}
    </section>
  );
}

/** For a session that was opened with the password only, before this was required. */
function ShowFactor() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const onDone = (isConfirmed: boolean) => {
    setOpen(false);
    if (isConfirmed) void queries.invalidateQueries({ queryKey: ownRole.queryKey });
  };
  return (
    <>
      <Button className="justify-self-start" icon="shield" onClick={() => setOpen(true)}>
        {t`Confirm that it's you`}
      </Button>
      {isOpen && <ConfirmDialog onDone={onDone} />}
    </>
  );
}
