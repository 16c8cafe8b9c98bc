import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { errorText } from "../api/error-text.ts";
import { Button } from "./Button.tsx";
import type { ButtonSize, ButtonVariant } from "./button-classes.ts";
import { cx } from "./cx.ts";
import { Notice } from "./Notice.tsx";

/** What is needed of an infinite query to show how it goes on. */
export interface PagedQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage: () => unknown;
}

interface ShowMoreProps {
  query: PagedQuery;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
  /** What the button says. */
  children: ReactNode;
}

/** Below a list, where there is more of it. What could not be loaded is said here, so that the list itself can stay. */
export function ShowMore({ query, variant = "line", size, className, children }: ShowMoreProps) {
  const { t } = useLingui();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className={cx("grid gap-3", className)}>
      {isFetchNextPageError && (
        <Notice tone="bad">
          {errorText(error, t`The rest could not be loaded. Check your connection and try again.`)}
        </Notice>
      )}
      <Button variant={variant} size={size} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </div>
  );
}
