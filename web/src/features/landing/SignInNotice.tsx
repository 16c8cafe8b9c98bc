import { useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import type { ReturnTarget } from "#shared/session/return-target.ts";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** For whoever did not mean to come here: their session ended, or they followed a link to a page behind the sign-in. */
export function SignInNotice({ reason: because, message }: Pick<ReturnTarget, "reason" | "message">) {
  const { t } = useLingui();
  useEffect(() => {
    // It comes a moment after the page, whose scroll position browsers then correct to leave what was seen where it was.
    scrollTo({ top: 0, behavior: "instant" });
  }, []);
  const notice =
    message ??
    (because === "ended"
      ? t`Your session has ended. Sign in to go on where you were; what you typed is kept.`
      : t`This page is for members. Sign in to see it.`);
  return (
    <div role="alert" className="mb-6 lg:max-w-[32rem]">
      <Notice tone="info">
        {notice}{" "}
        {because !== "suspended" && (
          <Link to="/login" state={{ notice }} className="font-bold underline underline-offset-4">
            {t`Sign in`}
          </Link>
        )}
      </Notice>
    </div>
  );
}
