import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { cx } from "#shared/ui/cx.ts";

/** Longer messages are cut to two lines first. */
const SHORT_LENGTH = 80;

/** The seeker's message; a long one opens on request, so that the answer stays in sight. */
export function RequestMessage({ text }: { text: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > SHORT_LENGTH || text.includes("\n");
  return (
    <div className="rounded-md bg-sunken px-3 py-2 text-sm">
      <blockquote className={cx("wrap-anywhere whitespace-pre-line", isLong && !isOpen && "line-clamp-2")}>
        {text}
      </blockquote>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="-mb-1 min-h-9 font-semibold text-brand-ink underline underline-offset-4"
        >
          {isOpen ? t`Show less` : t`Show the whole message`}
        </button>
      )}
    </div>
  );
}
