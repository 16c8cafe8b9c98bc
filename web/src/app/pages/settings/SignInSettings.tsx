import { ApiKeys } from "#features/api-keys/ApiKeys.tsx";
import { SignInSecurity } from "#features/sign-in-security/SignInSecurity.tsx";

export function SignInSettings() {
  return (
    <>
      <SignInSecurity />
      <ApiKeys />
    </>
  );
}
