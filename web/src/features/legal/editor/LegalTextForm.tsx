import { consentPageNames } from "@commonlane/contract/community";
import { directionOf, type Language, languageNames } from "@commonlane/contract/languages";
import { legal, LEGAL_TEXT_MAX_LENGTH, type LegalTextEditor } from "@commonlane/contract/legal";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { Markdown } from "#shared/markdown/Markdown.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { cx } from "#shared/ui/cx.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { controlClasses, Field } from "#shared/ui/fields/Field.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useLegalPageNames } from "./legal.queries.ts";

/** Parts of a template that are still to be filled in; a link in Markdown is none. */
const PLACEHOLDER = /\[[^[\]\n]+\](?![([:])/;

/** The text as it is typed, and the calls that store it as a draft and discard the draft. */
function useLegalDraft({ page, language, draft, published }: LegalTextEditor) {
  const params = { page, language };
  const stored = draft?.body ?? published?.body ?? "";
  const [{ body }, change, clear] = useDraft(`legal.${page}.${language}`, { body: stored });
  const saving = useConsoleAction(legal.saveDraft);
  const discarding = useConsoleAction(legal.discardDraft);
  const save = (onSaved: () => void) =>
    saving.mutate(
      {
        params,
        body: {
          body,
          revision: draft?.revision ?? null,
        },
      },
      {
        onSuccess: () => {
          clear();
          onSaved();
        },
      },
    );
  const discard = () => discarding.mutate({ params }, { onSuccess: clear });
  return {
    body,
    change,
    isChanged: body.trim() !== stored.trim(),
    isEmpty: body.trim() === "",
    save,
    isSaving: saving.isPending,
    discard,
    isDiscarding: discarding.isPending,
    error: saving.error ?? discarding.error,
  };
}

/** Writes a legal text: saved as a draft, looked at, and published. */
export function LegalTextForm({ editor }: { editor: LegalTextEditor }) {
  const { t } = useLingui();
  const toast = useToast();
  const { page, language, draft, template } = editor;
  const { body, change, isChanged, isEmpty, error, ...storing } = useLegalDraft(editor);
  const [isPublishing, setPublishing] = useState(false);
  const publishing = useConsoleAction(legal.publish);
  const canPublish = !isEmpty && (isChanged || draft !== null);
  const saveDraft = () =>
    storing.save(() =>
      toast({
        message: t`Draft saved. Visitors don't see it yet.`,
        type: "success",
      }),
    );
  const openPublishing = () => {
    if (isChanged) storing.save(() => setPublishing(true));
    else setPublishing(true);
  };
  return (
    <div className="grid gap-4">
      <TextEditor language={language} body={body} onChange={(body) => change({ body })} />
      {isEmpty && template !== null && (
        <div className="grid justify-items-start gap-2">
          <p className="text-ink-2">{t`You can start from a template with the names and addresses of your settings. It is not legal advice.`}</p>
          <Button variant="line" icon="edit" onClick={() => change({ body: template })}>
            {t`Start from the template`}
          </Button>
        </div>
      )}
      {PLACEHOLDER.test(body) && (
        <Notice tone="warn">{t`Parts in square brackets still have to be filled in or removed.`}</Notice>
      )}
      <ErrorNotice error={error} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="line"
          disabled={isEmpty || !isChanged}
          busy={storing.isSaving}
          onClick={saveDraft}
        >
          {t`Save draft`}
        </Button>
        <Button disabled={!canPublish} busy={storing.isSaving} onClick={openPublishing}>
          {t`Publish…`}
        </Button>
        {draft !== null && (
          <Button
            variant="ghost"
            icon="trash"
            busy={storing.isDiscarding}
            onClick={storing.discard}
          >
            {t`Discard draft`}
          </Button>
        )}
      </div>
      {draft !== null && (
        <PublishDialog
          open={isPublishing}
          onClose={() => setPublishing(false)}
          editor={editor}
          draft={draft}
          canAskAgain={consentPageNames.some((name) => name === page)}
          publishing={publishing}
          onPublished={() => {
            setPublishing(false);
            toast({
              message: t`Published. Pages show it when they are opened again.`,
              type: "success",
            });
          }}
        />
      )}
    </div>
  );
}

interface TextEditorProps {
  readonly language: Language;
  readonly body: string;
  readonly onChange: (body: string) => void;
}

/** The text as it is typed, or as visitors will see it. */
function TextEditor({ language, body, onChange }: TextEditorProps) {
  const { t } = useLingui();
  const [mode, setMode] = useState<"write" | "preview">("write");
  return (
    <>
      <SegmentedChoice
        label={t`View`}
        hideLabel
        value={mode}
        options={[
          { value: "write", label: t`Write` },
          { value: "preview", label: t`Preview` },
        ]}
        onChange={setMode}
      />
      {mode === "write" ? (
        <Field
          label={t`Text`}
          hint={t`An empty line starts a paragraph, ## a heading, - a point of a list. **Bold**, *italic* and [links](https://…) work, HTML does not.`}
        >
          {(wiring) => (
            <textarea
              {...wiring}
              lang={language}
              dir={directionOf(language)}
              rows={18}
              maxLength={LEGAL_TEXT_MAX_LENGTH}
              {...bindText(body, onChange)}
              className={cx(
                controlClasses,
                "field-sizing-content max-h-[70vh] min-h-80 py-3 font-mono text-sm",
              )}
            />
          )}
        </Field>
      ) : (
        <div
          lang={language}
          dir={directionOf(language)}
          className="rounded-lg border border-line bg-paper p-4 sm:p-6"
        >
          {body.trim() === "" ? (
            <p className="text-ink-3">{t`There is no text yet.`}</p>
          ) : (
            <Markdown text={body} topHeading={3} />
          )}
        </div>
      )}
    </>
  );
}

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
function PublishDialog({
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
