import type { legal, LegalTextEditor } from "@commonlane/contract/legal";
import { languageNames } from "@commonlane/contract/languages";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useLegalPageNames } from "./legal.queries.ts";
import type { useConsoleAction } from "#shared/console/use-console-action.ts";

interface PublishDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly editor: LegalTextEditor;
  readonly draft: NonNullable<LegalTextEditor["draft"]>;
  /** Members agree to this page. */
  readonly canAskAgain: boolean;
  /** Publishes the draft. Not owned by the dialog, which disappears with the draft before the call has ended. */
  readonly publishing: ReturnType<typeof useConsoleAction<typeof legal.publish>>;
  readonly onPublished: () => void;
}

/** Asks before a text is published, and whether members must agree again. */
export function PublishDialog({
  open,
  onClose,
  editor,
  draft,
  canAskAgain,
  publishing,
  onPublished,
}: PublishDialogProps) {
  const { t } = useLingui();
  const { page, language, versions } = editor;
  const name = useLegalPageNames()[page];
  const inLanguage = languageNames[language];
  // A first text of one's own replaces that of the software, which is more than a correction.
  const isFirst = !versions.some(({ publishedAt }) => publishedAt !== null);
  const [agreeAgain, setAgreeAgain] = useState(isFirst);
  const publish = () =>
    publishing.mutate(
      {
        params: { page, language },
        body: {
          version: draft.version,
          revision: draft.revision,
          agreeAgain: canAskAgain && agreeAgain,
        },
      },
      { onSuccess: onPublished },
    );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Publish this text?`}
      cancelLabel={t`Cancel`}
      busy={publishing.isPending}
      footer={<Button busy={publishing.isPending} onClick={publish}>{t`Publish`}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {t`${name} (${inLanguage}): everyone can read it from now on. Earlier versions are kept.`}
        </p>
        {canAskAgain && (
          <CheckField
            label={t`Members must agree again`}
            hint={t`They are asked at their next visit. Choose it if the change matters, not for a corrected word.`}
            checked={agreeAgain}
            onChange={setAgreeAgain}
          />
        )}
        <ErrorNotice error={publishing.error} />
      </div>
    </Dialog>
  );
}
