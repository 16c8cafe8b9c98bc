import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { saveTheme, readTheme, type Theme } from "#shared/theme.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";

/** Colour scheme of the app on this device. */
export function Appearance() {
  const { t } = useLingui();
  const [theme, setTheme] = useState<Theme>(readTheme);
  return (
    <section aria-labelledby="appearance" className="grid gap-4">
      <h2 id="appearance" className="text-xl font-bold tracking-[-.015em]">{t`This device`}</h2>
      <SegmentedChoice
        label={t`Appearance`}
        value={theme}
        options={[
          { value: "light", label: t`Light` },
          { value: "dark", label: t`Dark` },
          { value: "system", label: t`System default` },
        ]}
        onChange={(next) => {
          saveTheme(next);
          setTheme(next);
        }}
      />
    </section>
  );
}
