import {
  FOOTER_LABEL_MAX_LENGTH,
  FOOTER_LINKS_MAX,
  type OwnFooterLink,
} from "@commonlane/contract/community-settings";
import { languageNames, LANGUAGES } from "@commonlane/contract/languages";
import { useLingui } from "@lingui/react/macro";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { Button } from "#shared/ui/Button.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { FixedNote, fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import {
  fixedBy,
  type SettingsFormProps,
  useSaveSettings,
} from "#shared/console/console.queries.ts";

const EMPTY: OwnFooterLink = {
  url: "https://",
  label: "",
  labels: {},
};

/** Links of the community's own, and where its source code is. */
export function FooterForm({ settings, submitLabel, onSaved }: SettingsFormProps) {
  const { t } = useLingui();
  const { footerLinks, sourceUrl } = settings.values;
  const [draft, change, clear] = useDraft("settings.footer", {
    footerLinks,
    sourceUrl: sourceUrl ?? "",
  });
  const saving = useSaveSettings(() => {
    clear();
    onSaved();
  });
  const areLinksFixed = fixedBy(settings, "footerLinks") !== undefined;
  const replace = (index: number, ...links: OwnFooterLink[]) =>
    change({ footerLinks: draft.footerLinks.toSpliced(index, 1, ...links) });
  const save = () =>
    saving.save({
      ...(!areLinksFixed && { footerLinks: draft.footerLinks }),
      ...(fixedBy(settings, "sourceUrl") === undefined && {
        sourceUrl: draft.sourceUrl.trim() || null,
      }),
    });
  return (
    <SettingsForm saving={saving} submitLabel={submitLabel} onSubmit={save}>
      {areLinksFixed && (
        <p className="text-sm text-ink-2">
          <FixedNote settings={settings} name="footerLinks" />
        </p>
      )}
      {draft.footerLinks.map((link, i) => (
        <LinkFields
          key={i}
          number={i + 1}
          link={link}
          isFixed={areLinksFixed}
          errorOf={(field) => saving.errors[`footerLinks.${i}.${field}`]}
          onChange={(changed) =>
            replace(i, {
              ...link,
              ...changed,
            })
          }
          onRemove={() => replace(i)}
        />
      ))}
      {!areLinksFixed && draft.footerLinks.length < FOOTER_LINKS_MAX && (
        <Button
          variant="line"
          icon="plus"
          className="justify-self-start"
          onClick={() => change({ footerLinks: [...draft.footerLinks, EMPTY] })}
        >
          {t`Add a link`}
        </Button>
      )}
      <TextField
        label={t`Address of the source code`}
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://"
        {...fixedFieldProps(
          settings,
          "sourceUrl",
          t`Only needed if you changed the software and publish it elsewhere. Otherwise the footer leads to a page that offers the source code of this version.`,
        )}
        error={saving.errors["sourceUrl"]}
        {...bindText(draft.sourceUrl, (sourceUrl) => change({ sourceUrl }))}
      />
    </SettingsForm>
  );
}

interface LinkFieldsProps {
  readonly number: number;
  readonly link: OwnFooterLink;
  readonly isFixed: boolean;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (changed: Partial<OwnFooterLink>) => void;
  readonly onRemove: () => void;
}

function LinkFields({ number, link, isFixed, errorOf, onChange, onRemove }: LinkFieldsProps) {
  const { t } = useLingui();
  const nameIn = (language: (typeof LANGUAGES)[number], label: string) => {
    const { [language]: _, ...others } = link.labels;
    onChange({
      labels:
        label === ""
          ? others
          : {
              ...others,
              [language]: label,
            },
    });
  };
  return (
    <fieldset disabled={isFixed} className="grid gap-3 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">{t`Link ${number}`}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={t`Text of the link`}
          maxLength={FOOTER_LABEL_MAX_LENGTH}
          error={errorOf("label")}
          {...bindText(link.label, (label) => onChange({ label }))}
        />
        <TextField
          label={t`Address`}
          type="url"
          inputMode="url"
          maxLength={500}
          error={errorOf("url")}
          {...bindText(link.url, (url) => onChange({ url }))}
        />
      </div>
      <details>
        <summary className="inline-flex min-h-11 items-center text-brand-ink underline underline-offset-4">
          {t`Other text in some languages`}
        </summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {LANGUAGES.map((language) => (
            <TextField
              key={language}
              label={languageNames[language]}
              maxLength={FOOTER_LABEL_MAX_LENGTH}
              error={errorOf(`labels.${language}`)}
              {...bindText(link.labels[language] ?? "", (label) => nameIn(language, label))}
            />
          ))}
        </div>
      </details>
      {!isFixed && (
        <Button
          variant="ghost"
          icon="trash"
          className="justify-self-start"
          aria-label={t`Remove link ${number}`}
          onClick={onRemove}
        >
          {t`Remove`}
        </Button>
      )}
    </fieldset>
  );
}
