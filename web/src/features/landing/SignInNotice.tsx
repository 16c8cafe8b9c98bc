import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { ReturnTarget } from "#shared/session/return-target.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** Explains why the visitor was redirected here: the session ended, or the link leads to a members-only page. */
export function SignInNotice({ reason }: Pick<ReturnTarget, "reason">) {
  const { t } = useLingui();
  useEffect(() => {
    // The notice appears after the page. Browsers then adjust the scroll position, which would hide it.
    scrollTo({ top: 0, behavior: "instant" });
  }, []);
  const notice =
    reason === "ended"
      ? t`Your session has ended. Sign in to pick up where you left off.`
      : t`This page is for members. Sign in to see it.`;
  return (
    <div role="alert" className="mb-6 lg:max-w-128">
      <Notice tone="info">
        {notice}{" "}
        <Link to="/login" state={{ notice }} className="font-bold underline underline-offset-4">
          {t`Sign in`}
        </Link>
      </Notice>
    </div>
  );
}
