import type { Appearance, ThemePalette } from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import type { CSSProperties } from "react";
import { Icon } from "#shared/ui/Icon.tsx";

interface AppearancePreviewProps extends Pick<Appearance, "palette" | "logo"> {
  readonly name: string;
}

/** Grounds of both themes and the product's own shades, as in tokens.css: both are shown, whichever the device uses. */
const THEMES = {
  light: {
    grounds: {
      paper: "#f4f7f5",
      surface: "#ffffff",
      line: "#d5dedb",
      ink: "#0e2723",
    },
    own: {
      brand: "#006152",
      brandHover: "#004f42",
      onBrand: "#f8fdfa",
      brandSoft: "#d9f0e9",
      brandInk: "#005647",
    },
  },
  dark: {
    grounds: {
      paper: "#0c1615",
      surface: "#131f1e",
      line: "#293735",
      ink: "#ecf2ef",
    },
    own: {
      brand: "#60d2b8",
      brandHover: "#79dfc7",
      onBrand: "#011d18",
      brandSoft: "#0d352d",
      brandInk: "#7bdac4",
    },
  },
} as const;

/** A part of a page in the light and the dark theme. */
export function AppearancePreview({ name, palette, logo }: AppearancePreviewProps) {
  const { t } = useLingui();
  return (
    <figure className="grid gap-2">
      <figcaption className="font-semibold">{t`Preview`}</figcaption>
      <div className="grid gap-3 sm:grid-cols-2">
        {(["light", "dark"] as const).map((theme) => (
          <ThemePreview
            key={theme}
            name={name}
            logo={logo}
            isDark={theme === "dark"}
            grounds={THEMES[theme].grounds}
            colors={palette?.[theme] ?? THEMES[theme].own}
          />
        ))}
      </div>
    </figure>
  );
}

interface ThemePreviewProps extends Pick<AppearancePreviewProps, "name" | "logo"> {
  readonly isDark: boolean;
  readonly grounds: Readonly<Record<"paper" | "surface" | "line" | "ink", string>>;
  readonly colors: ThemePalette;
}

function ThemePreview({ name, logo, isDark, grounds, colors }: ThemePreviewProps) {
  const { t } = useLingui();
  const button: CSSProperties = {
    background: colors.brand,
    color: colors.onBrand,
  };
  const logoGround: CSSProperties = isDark
    ? {
        background: "#fff",
        padding: 2,
        borderRadius: 6,
      }
    : {};
  return (
    <div
      className="grid gap-3 rounded-lg border p-4"
      style={{
        background: grounds.paper,
        color: grounds.ink,
        borderColor: grounds.line,
      }}
    >
      <span className="flex items-center gap-2.5 font-display text-xl font-extrabold">
        {logo ? (
          <img
            src={logo.url}
            width={logo.width}
            height={logo.height}
            alt=""
            className="h-8 w-auto max-w-36 object-contain"
            style={logoGround}
          />
        ) : (
          <span className="inline-grid size-8 place-items-center rounded-sm" style={button}>
            <Icon name="route" className="size-5" />
          </span>
        )}
        <span className="min-w-0 truncate">{name}</span>
      </span>
      <span className="grid gap-2 rounded-md p-3" style={{ background: grounds.surface }}>
        <span className="underline underline-offset-4" style={{ color: colors.brandInk }}>
          {t`A link in a text`}
        </span>
        <span className="flex flex-wrap gap-2">
          <span className="rounded-md px-4 py-2 font-semibold" style={button}>{t`Button`}</span>
          <span
            className="rounded-md px-4 py-2 font-semibold"
            style={{
              background: colors.brandSoft,
              color: colors.brandInk,
            }}
          >
            {t`Chosen`}
          </span>
        </span>
      </span>
    </div>
  );
}
