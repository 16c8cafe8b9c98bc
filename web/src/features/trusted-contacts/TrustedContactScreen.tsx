import type { TrustedContactStatus } from "@commonlane/contract/trusted-contacts";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { LinkPage } from "#shared/ui/LinkPage.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { contactRequestByToken, useAnswerContactRequest } from "./trusted-contacts.queries.ts";

/** Target of the links in e-mails to a trusted contact, who can agree, decline or end it without an account. */
export function TrustedContactScreen() {
  const { t } = useLingui();
  const token = useLocation().hash.slice(1);
  const query = useQuery(contactRequestByToken(token));
  const { data, error } = query;
  const content = () => {
    if (data) return <ContactRequest token={token} {...data} />;
    if (isProblem(error, "link_over"))
      return (
        <EmptyState title={t`Invitation no longer valid`}>
          {t`This invitation has expired or was withdrawn. We deleted your address.`}
        </EmptyState>
      );
    return <NotLoaded query={query} />;
  };
  return <LinkPage title={t`Trusted contact`}>{content()}</LinkPage>;
}

function ContactRequest({
  token,
  owner,
  status,
}: {
  token: string;
  owner: string;
  status: TrustedContactStatus;
}) {
  const { t } = useLingui();
  const answerRequest = useAnswerContactRequest(token);
  if (status === "declined") {
    return (
      <Notice tone="ok">{t`You won't get e-mails about ${owner}. We deleted your address.`}</Notice>
    );
  }
  return (
    <>
      {status === "confirmed" ? (
        <Notice tone="ok">{t`We'll e-mail you only if ${owner} doesn't confirm their arrival.`}</Notice>
      ) : (
        <p className="text-ink-2">
          {t`${owner} shares rides on ${communitySettings.name} and would like us to e-mail you if they don't confirm their arrival. You don't need an account and can stop at any time.`}
        </p>
      )}
      <ErrorNotice error={answerRequest.error} />
      {status === "invited" && (
        <Button
          busy={answerRequest.isPending && answerRequest.variables}
          onClick={() => answerRequest.mutate(true)}
        >{t`I agree`}</Button>
      )}
      <Button
        variant="line"
        busy={answerRequest.isPending && !answerRequest.variables}
        onClick={() => answerRequest.mutate(false)}
      >
        {status === "invited"
          ? t`No, thanks`
          : t({
              comment: "Button: no longer be a trusted contact.",
              message: "Stop",
            })}
      </Button>
    </>
  );
}
