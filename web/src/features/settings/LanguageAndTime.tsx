import type { Profile, ProfileChange } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";

/** Languages of the app and its e-mails. */
const AVAILABLE_LOCALES = ["en"];
const AS_DEVICE = "";

/** Language and time zone of the user; each choice is saved at once. */
export function LanguageAndTime({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const toast = useToast();
  const save = useChangeProfile();
  const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
  const { locale = profile.locale, timeZone = profile.timeZone } = save.isPending ? save.variables : {};
  const change = (changes: ProfileChange) =>
    save.mutate(changes, { onSuccess: () => toast({ message: t`Saved.`, type: "success" }) });
  const locales =
    locale === null || AVAILABLE_LOCALES.includes(locale) ? AVAILABLE_LOCALES : [locale, ...AVAILABLE_LOCALES];
  return (
    <section aria-labelledby="language-and-time" className="grid gap-4">
      <h2 id="language-and-time" className="text-xl font-bold tracking-[-.015em]">{t`Language and time`}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t`Language`}
          hint={t`For the app and e-mails.`}
          value={locale ?? AS_DEVICE}
          options={[
            { value: AS_DEVICE, label: t`System default` },
            ...locales.map((code) => ({ value: code, label: names.of(code) ?? code })),
          ]}
          onChange={(value) => change({ locale: value || null })}
        />
        <TimeZoneField value={timeZone} onChange={(zone) => change({ timeZone: zone })} />
      </div>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </section>
  );
}
