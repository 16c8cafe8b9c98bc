import { useState } from "react";
import { isLanguage, languageNames, LANGUAGES } from "@commonlane/contract/languages";
import type { Profile, ProfileChange } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { deviceLanguage, rememberLanguage } from "#shared/language/language-choice.ts";
import { chooseDistanceUnit, chosenDistanceUnit } from "#shared/formatting/distance-unit.ts";
import { switchLanguage } from "#shared/language/messages.ts";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { TimeZoneField } from "./TimeZoneField.tsx";

const AS_DEVICE = "";
const AS_COMMUNITY = "";
const UNITS = ["kilometer", "mile"] as const;

/** Unit of distances on this device, saved at once. */
function DistanceUnitField() {
  const { t } = useLingui();
  const toast = useToast();
  const [unit, setUnit] = useState(chosenDistanceUnit);
  return (
    <SelectField
      label={t`Distances`}
      hint={t`On this device.`}
      value={unit ?? AS_COMMUNITY}
      options={[
        {
          value: AS_COMMUNITY,
          label: t`As on the road signs here`,
        },
        { value: "kilometer", label: t`Kilometres` },
        { value: "mile", label: t`Miles` },
      ]}
      onChange={(value) => {
        const next = UNITS.find((each) => each === value);
        chooseDistanceUnit(next);
        setUnit(next);
        toast({
          message: t`Saved.`,
          type: "success",
        });
      }}
    />
  );
}

/** Language, time zone and unit of distances of the user; each choice is saved at once. */
export function LanguageAndTime({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const toast = useToast();
  const save = useChangeProfile();
  const { locale = profile.locale, timeZone = profile.timeZone } = save.isPending
    ? save.variables
    : {};
  const change = (changes: ProfileChange) =>
    save.mutate(changes, {
      onSuccess: () =>
        toast({
          message: t`Saved.`,
          type: "success",
        }),
    });
  // A chosen language is applied where the account's language is (AccountLanguage), as a choice on another device is. The
  // device's own comes after the account has forgotten the former one, which would return otherwise.
  const chooseLanguage = (locale: string | null) =>
    save.mutate(
      { locale },
      {
        onSuccess: () => {
          toast({
            message: t`Saved.`,
            type: "success",
          });
          if (locale !== null) return;
          rememberLanguage(null);
          switchLanguage(deviceLanguage()).catch(() => {});
        },
      },
    );
  return (
    <section aria-labelledby="language-and-time" className="grid gap-4">
      <h2
        id="language-and-time"
        className="text-xl font-bold tracking-[-.015em]"
      >{t`Language and time`}</h2>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t`Language`}
          hint={t`For the app and e-mails.`}
          value={isLanguage(locale ?? "") ? (locale ?? AS_DEVICE) : AS_DEVICE}
          options={[
            {
              value: AS_DEVICE,
              label: t`System default`,
            },
            ...LANGUAGES.map((code) => ({
              value: code,
              label: languageNames[code],
            })),
          ]}
          onChange={(value) => chooseLanguage(value || null)}
        />
        <TimeZoneField value={timeZone} onChange={(zone) => change({ timeZone: zone })} />
        <DistanceUnitField />
      </div>
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </section>
  );
}
