import { useLingui } from "@lingui/react/macro";
import type { Theme } from "#shared/theme.ts";
import { useTheme } from "#shared/use-theme.ts";

const nextThemes: Record<Theme, Theme> = { light: "dark", dark: "system", system: "light" };

/** Menu item that shows the theme, and changes to the next one. */
export function useThemeItem() {
  const { t } = useLingui();
  const [theme, setTheme] = useTheme();
  const labels: Record<Theme, string> = { light: t`Theme: light`, dark: t`Theme: dark`, system: t`Theme: as device` };
  return { label: labels[theme], icon: "eye", keepsOpen: true, onSelect: () => setTheme(nextThemes[theme]) } as const;
}
