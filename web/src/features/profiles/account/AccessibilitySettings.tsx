import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { DetailsFormLayout } from "../edit/DetailsFormLayout.tsx";
import { useDetailsForm } from "../edit/use-details-form.ts";

/** The user's access needs, and how the app follows the device. */
export function AccessibilitySettings({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const form = useDetailsForm(profile, "needs");
  return (
    <>
      <DetailsFormLayout form={form} label={t`Accessibility needs`}>
        <NeedsFields
          value={form.draft.needs}
          hint={t`Searches and requests start with these. Only hosts you send a request to see them.`}
          onChange={(needs) => form.change({ needs })}
          inProfile
        />
      </DetailsFormLayout>
      <section aria-labelledby="motion" className="grid gap-1 border-t border-line pt-6">
        <h2 id="motion" className="font-bold">{t`Motion, contrast and text size`}</h2>
        <p className="text-ink-2">
          {t`These follow your device. Turn on "Reduce motion" or a larger font there, and the app adapts.`}
        </p>
      </section>
    </>
  );
}
