import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { errorText } from "../api/error-text.ts";
import { Button } from "./Button.tsx";
import type { ButtonSize, ButtonVariant } from "./button-classes.ts";
import { cx } from "./cx.ts";
import { Notice } from "./Notice.tsx";

/** The part of an infinite query used here. */
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
  /** Label of the button. */
  children: ReactNode;
}

/** Button below a list with more pages. Shows load errors here, so that the list itself stays. */
export function ShowMore({ query, variant = "line", size, className, children }: ShowMoreProps) {
  const { t } = useLingui();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className={cx("grid gap-3", className)}>
      {isFetchNextPageError && (
        <Notice tone="bad">
          {errorText(error, t`We couldn't load more. Check your connection and try again.`)}
        </Notice>
      )}
      <Button
        variant={variant}
        size={size}
        busy={isFetchingNextPage}
        onClick={() => void fetchNextPage()}
      >
        {children}
      </Button>
    </div>
  );
}
