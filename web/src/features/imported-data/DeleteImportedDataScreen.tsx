import { importedData } from "@commonlane/contract/member-imports";
import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useLinkToken } from "#shared/link-token.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Logo } from "#shared/ui/Logo.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";

/** Target of the link in an invitation: deletes what another platform sent, without an account. */
export function DeleteImportedDataScreen() {
  const { t } = useLingui();
  const token = useLinkToken() ?? "-".repeat(43);
  useTitle(t`Delete my data`);
  const remove = useMutation({
    mutationFn: () => call(importedData.removeByLink, { body: { token } }),
  });
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 px-(--gutter) py-10 outline-none"
    >
      <Logo />
      <h1 className="text-2xl font-bold tracking-[-.02em]">{t`Delete my data`}</h1>
      {remove.isSuccess ? (
        <Notice tone="ok">{t`Your data is deleted.`}</Notice>
      ) : (
        <>
          <p className="text-ink-2">{t`Do you want to delete what the other platform sent about you?`}</p>
          {remove.error && (
            <Notice tone="bad">
              {errorText(remove.error, t`An error occurred. Please try again.`)}
            </Notice>
          )}
          <Button busy={remove.isPending} onClick={() => remove.mutate()}>{t`Delete`}</Button>
        </>
      )}
    </main>
  );
}
