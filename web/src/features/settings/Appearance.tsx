import { useLingui } from "@lingui/react/macro";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { useTheme } from "#shared/theme.ts";

/** Colour scheme of the app on this device. */
export function Appearance() {
  const { t } = useLingui();
  const [theme, setTheme] = useTheme();
  return (
    <div className="grid gap-2">
      <SegmentedChoice
        label={t`Theme`}
        value={theme}
        options={[
          {
            value: "light",
            label: t({
              comment: "Appearance of the app, the opposite of dark.",
              message: "Light",
            }),
          },
          {
            value: "dark",
            label: t({
              comment: "Appearance of the app.",
              message: "Dark",
            }),
          },
          {
            value: "system",
            label: t`System default`,
          },
        ]}
        onChange={setTheme}
      />
      <p className="text-sm text-ink-3">{t`On this device. You can also change it in the account menu.`}</p>
    </div>
  );
}
