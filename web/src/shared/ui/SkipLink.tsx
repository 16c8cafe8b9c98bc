import { useLingui } from "@lingui/react/macro";

/** First tab stop: skips the navigation and moves to the element with the id "main". */
export function SkipLink() {
  const { t } = useLingui();
  return (
    <a
      href="#main"
      className="sr-only z-50 rounded-md bg-ink font-semibold text-paper focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:px-4 focus:py-3"
    >
      {t`Skip to content`}
    </a>
  );
}
