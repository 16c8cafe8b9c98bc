import { importedData } from "@commonlane/contract/member-imports";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { LinkPage } from "#shared/ui/LinkPage.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** Target of the link in an invitation: deletes what another platform sent, without an account. */
export function DeleteImportedDataScreen() {
  const { t } = useLingui();
  const token = useLinkToken() ?? "-".repeat(43);
  const remove = useMutation({
    mutationFn: () => call(importedData.removeByLink, { body: { token } }),
  });
  return (
    <LinkPage title={t`Delete my data`}>
      {remove.isSuccess ? (
        <Notice tone="ok">{t`Your data is deleted.`}</Notice>
      ) : (
        <>
          <p className="text-ink-2">{t`Do you want to delete what the other platform sent about you?`}</p>
          <ErrorNotice error={remove.error} fallback={t`An error occurred. Please try again.`} />
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >{t`Delete`}</Button>
        </>
      )}
    </LinkPage>
  );
}
