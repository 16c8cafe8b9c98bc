import { cleanPhone } from "@commonlane/contract/phone";
import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { AgeFields } from "#shared/age-check/AgeFields.tsx";
import { PhoneField } from "#shared/forms/PhoneField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { DetailsFormLayout } from "../edit/DetailsFormLayout.tsx";
import { useDetailsForm } from "../edit/use-details-form.ts";

const PhoneVerification = lazyScreen(() => import("./PhoneVerification.tsx"), "PhoneVerification");
const VerifyPhoneDialog = lazyScreen(() => import("./VerifyPhoneDialog.tsx"), "VerifyPhoneDialog");

/** Form for what others do not see: phone, gender and age. */
export function AccountDetailsForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const form = useDetailsForm(profile, "account");
  const { draft, change, fields, problems } = form;
  const [isVerifying, setVerifying] = useState(false);
  return (
    <section aria-labelledby="personal-details" className="grid gap-4">
      <h2
        id="personal-details"
        className="text-xl font-bold tracking-[-.015em]"
      >{t`Personal details`}</h2>
      <DetailsFormLayout form={form} label={t`Personal details`}>
        <div className="grid gap-5 sm:grid-cols-2">
          {/* Gets the focus after the verification, which removes the button. */}
          <div tabIndex={-1} className="grid content-start gap-2">
            <PhoneField
              value={draft.phone}
              error={problems.phone ?? fields["phone"]}
              onChange={(phone) => change({ phone })}
            />
            {profile.phone !== null && (
              <Suspense>
                <PhoneVerification
                  phone={profile.phone}
                  isVerified={profile.phoneVerified}
                  isSaved={cleanPhone(draft.phone) === profile.phone}
                  onVerify={() => setVerifying(true)}
                />
              </Suspense>
            )}
          </div>
          <SelectField
            label={t`Gender`}
            value={draft.gender}
            error={fields["gender"]}
            options={[
              { value: "female", label: t`Female` },
              { value: "male", label: t`Male` },
              {
                value: "nonbinary",
                label: t`Nonbinary`,
              },
              {
                value: "undisclosed",
                label: t`Prefer not to say`,
              },
            ]}
            hint={t`Only used for rides offered to the host's own gender.`}
            onChange={(gender) => change({ gender })}
          />
        </div>
        <AgeFields
          value={draft}
          onChange={(ageDeclaration) => change({ ...ageDeclaration })}
          error={fields["birthDate"]}
        />
      </DetailsFormLayout>
      {/* Has a form of its own, so it is outside of the other one. */}
      {isVerifying && profile.phone !== null && (
        <Suspense>
          <VerifyPhoneDialog phone={profile.phone} onDone={() => setVerifying(false)} />
        </Suspense>
      )}
    </section>
  );
}
