import { errorText } from "../api/error-text.ts";
import { Notice } from "./Notice.tsx";

interface ErrorNoticeProps {
  /** A failed call, or a text to show as it is; nothing is shown without one. */
  readonly error: Error | string | null | undefined;
  /** Shown if the server gave no message. */
  readonly fallback?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * Why something did not work, below the fields or buttons that it belongs to.
 *
 * @example
 *   <ErrorNotice error={save.error} />
 */
export function ErrorNotice({ error, fallback, className }: ErrorNoticeProps) {
  if (!error) return null;
  const text = typeof error === "string" ? error : errorText(error, fallback);
  return (
    <Notice tone="bad" className={className}>
      {text}
    </Notice>
  );
}
