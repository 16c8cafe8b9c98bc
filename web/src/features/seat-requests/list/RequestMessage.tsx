import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { cx } from "#shared/ui/cx.ts";
import { IconButton } from "#shared/ui/IconButton.tsx";

/** Longer messages are cut to two lines first. */
const SHORT_LENGTH = 80;

/** The seeker's message; a long one opens on request, so that the answer stays in sight. */
export function RequestMessage({ text }: { text: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > SHORT_LENGTH || text.includes("\n");
  return (
    <div className="flex items-start rounded-md bg-sunken ps-3 text-sm">
      <blockquote
        // Padding of a cut text would show its next line.
        className={cx(
          "my-2 min-w-0 flex-1 wrap-anywhere whitespace-pre-line rtl:text-right",
          isLong ? "pe-1" : "pe-3",
          isLong && !isOpen && "line-clamp-2",
        )}
      >
        {text}
      </blockquote>
      {isLong && (
        <IconButton
          icon="chevron-down"
          label={isOpen ? t`Show less` : t`Show the whole message`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className={cx("mt-1.5", isOpen && "[&>svg]:rotate-180")}
        />
      )}
    </div>
  );
}
