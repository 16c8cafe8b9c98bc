import { cx } from "./cx.ts";

export type ButtonVariant = "solid" | "soft" | "line" | "ghost" | "lamp" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  solid: "bg-brand text-on-brand shadow-1 hover:bg-brand-hover",
  soft: "bg-brand-soft text-brand-ink hover:brightness-97",
  line: "border border-edge bg-surface text-ink hover:bg-sunken",
  ghost: "text-ink hover:bg-sunken",
  lamp: "bg-lamp text-on-lamp hover:brightness-95",
  danger: "border border-bad bg-surface text-bad hover:bg-bad-soft",
};
const sizes: Record<ButtonSize, string> = {
  sm: "min-h-11 px-3.5 text-sm pointer-fine:min-h-9",
  md: "min-h-11 px-5",
  lg: "min-h-13 px-6 text-lg",
};

/** Classes of a button, for links that look like one. */
export function buttonClasses(variant: ButtonVariant = "solid", size: ButtonSize = "md"): string {
  return cx(
    "inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-md py-1.5 text-center font-semibold no-underline",
    "transition-[background-color,filter,translate] duration-(--d-fast) active:translate-y-px",
    "disabled:translate-y-0 disabled:opacity-50",
    sizes[size],
    variants[variant],
  );
}
