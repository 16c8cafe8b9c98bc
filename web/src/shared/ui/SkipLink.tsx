import { useLingui } from "@lingui/react/macro";

/** The first stop of the Tab key: past the navigation to the element with the id "main". */
export function SkipLink() {
  const { t } = useLingui();
  return (
    <a
      href="#main"
      className="fixed start-3 top-3 z-50 -translate-y-20 rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {t`Skip to content`}
    </a>
  );
}
