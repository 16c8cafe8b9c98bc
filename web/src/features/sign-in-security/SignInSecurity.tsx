import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { secondFactorStatus } from "#shared/passkeys/second-factor.queries.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { AccountAccess } from "./AccountAccess.tsx";
import { AuthenticatorApp } from "./AuthenticatorApp.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Passkeys, the second factor of the user's account, and everything else that has access to it. */
export function SignInSecurity() {
  const statusQuery = useQuery(secondFactorStatus);
  const status = statusQuery.data;
  if (!status) return <NotLoaded query={statusQuery} placeholder={<SkeletonForm />} />;
  return (
    <>
      {status.required && <TeamNotice isDone={status.shownInSession} />}
      <Passkeys />
      <AuthenticatorApp status={status} />
      <AccountAccess />
    </>
  );
}

/** For moderators and administrators of a community that requires a second factor. */
function TeamNotice({ isDone }: { isDone: boolean }) {
  const { t } = useLingui();
  if (!isDone)
    return (
      <Notice tone="warn">
        {t`Moderators and administrators of this community need a second factor. Add a passkey or an authenticator app to open the console.`}
      </Notice>
    );
  return (
    <Notice tone="ok">
      {t`You have shown your second factor.`}{" "}
      <Link to="/moderation/reports" className="underline underline-offset-4">
        {t`Open the moderation console`}
      </Link>
    </Notice>
  );
}
