import { communitySettings } from "../community-settings.ts";
import { cx } from "./cx.ts";

/** The community's logo, or the product's (a journey from start to end), with the name unless a wide logo contains it. */
export function Logo({ className, markOnly }: { className?: string; markOnly?: boolean }) {
  const { name, logo } = communitySettings;
  const isWide = logo !== null && logo.width >= 2 * logo.height;
  return (
    <span
      className={cx(
        "inline-flex items-center gap-2.5 font-display text-xl leading-none font-extrabold tracking-[-.02em]",
        className,
      )}
    >
      {logo ? (
        <img
          src={logo.url}
          width={logo.width}
          height={logo.height}
          alt=""
          className="community-logo h-8 w-auto max-w-36 object-contain"
        />
      ) : (
        <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
          <rect width="32" height="32" rx="9" fill="var(--c-brand)" />
          <path
            d="M9 22.5c0-9.5 14-3.5 14-13"
            fill="none"
            stroke="var(--c-on-brand)"
            strokeWidth="3"
            strokeLinecap="round"
          />
          <circle cx="9" cy="22.5" r="3.5" fill="var(--c-lamp)" />
          <circle cx="23" cy="9.5" r="3.5" fill="var(--c-on-brand)" />
        </svg>
      )}
      <span className={markOnly || isWide ? "sr-only" : "pt-[.18em]"}>{name}</span>
    </span>
  );
}
