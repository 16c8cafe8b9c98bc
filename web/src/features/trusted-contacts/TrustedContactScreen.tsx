import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { contactRequestByToken, useAnswerContactRequest } from "./trusted-contacts.queries.ts";

/** Where the letters to a trusted contact lead: they agree, decline, or end it, without an account. */
export function TrustedContactScreen() {
  const { t } = useLingui();
  const token = useLocation().hash.slice(1);
  const { data, error, refetch, isFetching } = useQuery(contactRequestByToken(token));
  useTitle(t`Trusted contact`);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 px-(--gutter) py-10 outline-none"
    >
      <Logo />
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Trusted contact`}</h1>
      {data ? (
        <ContactRequest token={token} {...data} />
      ) : isProblem(error, "link_over") ? (
        <EmptyState title={t`You are not asked any more`}>
          {t`Whoever named you has taken it back, or the time to answer is over. Your address is deleted.`}
        </EmptyState>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonCards />
      )}
    </main>
  );
}

function ContactRequest({ token, owner, status }: { token: string; owner: string; status: TrustedContactStatus }) {
  const { t } = useLingui();
  const answer = useAnswerContactRequest(token);
  if (status === "declined") {
    return <Notice tone="ok">{t`You get no mail about ${owner}. Your address is deleted.`}</Notice>;
  }
  return (
    <>
      {status === "confirmed" ? (
        <Notice tone="ok">{t`You get a mail when ${owner} has not said that they have arrived. Nothing else.`}</Notice>
      ) : (
        <p className="text-ink-2">
          {t`${owner} shares rides at ${communitySettings.name} and would like you to get a mail when they have not said that they have arrived. You need no account, and can end it at any time.`}
        </p>
      )}
      {answer.error && (
        <Notice tone="bad">{errorText(answer.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
      {status === "asked" && (
        <Button busy={answer.isPending && answer.variables} onClick={() => answer.mutate(true)}>{t`I agree`}</Button>
      )}
      <Button variant="line" busy={answer.isPending && !answer.variables} onClick={() => answer.mutate(false)}>
        {status === "asked" ? t`I do not want that` : t`End it`}
      </Button>
    </>
  );
}
