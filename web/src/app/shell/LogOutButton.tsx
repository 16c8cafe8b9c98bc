import { useLingui } from "@lingui/react/macro";
import { Button } from "#shared/ui/Button.tsx";
import { useLogOut } from "./use-log-out.ts";

/** Log out button at the end of the profile. */
export function LogOutButton() {
  const { t } = useLingui();
  const logOut = useLogOut();
  return (
    <div className="border-t border-line pt-6">
      <Button variant="line" icon="logout" onClick={() => void logOut()}>
        {t`Sign out`}
      </Button>
    </div>
  );
}
