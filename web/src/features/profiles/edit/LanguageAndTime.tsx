import type { Profile, ProfileChange } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";

/** The languages that the app and its letters are written in. */
const AVAILABLE_LOCALES = ["en"];
const AS_DEVICE = "";

/** In which language one is spoken to, and on which clocks times are read; each is saved as it is chosen. */
export function LanguageAndTime({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const toast = useToast();
  const save = useChangeProfile();
  const names = new Intl.DisplayNames([i18n.locale], { type: "language" });
  const { locale = profile.locale, timeZone = profile.timeZone } = save.isPending ? save.variables : {};
  const change = (changes: ProfileChange) =>
    save.mutate(changes, { onSuccess: () => toast({ message: t`Saved.`, type: "success" }) });
  return (
    <section aria-labelledby="language-and-time" className="grid gap-4">
      <h2 id="language-and-time" className="text-xl font-bold tracking-[-.015em]">{t`Language and time`}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t`Language`}
          hint={t`Of the app and of the letters you get.`}
          value={locale ?? AS_DEVICE}
          options={[
            { value: AS_DEVICE, label: t`As the device` },
            ...includeCurrent(AVAILABLE_LOCALES, locale).map((code) => ({
              value: code,
              label: names.of(code) ?? code,
            })),
          ]}
          onChange={(value) => change({ locale: value || null })}
        />
        <SelectField
          label={t`Time zone`}
          hint={t`Rides always show the clocks of the place where they begin.`}
          value={timeZone ?? AS_DEVICE}
          options={[
            { value: AS_DEVICE, label: t`As the device (${zoneName(deviceTimeZone())})` },
            ...includeCurrent(Intl.supportedValuesOf("timeZone"), timeZone).map((zone) => ({
              value: zone,
              label: zoneName(zone),
            })),
          ]}
          onChange={(value) => change({ timeZone: value || null })}
        />
      </div>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </section>
  );
}

/** What is saved may be a choice that this browser does not offer by itself. */
const includeCurrent = (options: readonly string[], current: string | null): readonly string[] =>
  current === null || options.includes(current) ? options : [current, ...options];

const zoneName = (zone: string): string => zone.replaceAll("_", " ");
