import type { ReactNode } from "react";
import { buttonClasses } from "./button-classes.ts";
import { EmptyState } from "./EmptyState.tsx";
import { Link } from "./Link.tsx";
import { useTitle } from "./use-title.ts";

interface PlainPageProps {
  /** Of the tab; a heading for screen readers only. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A page that has nothing to show yet, or at all. */
export function PlainPage({ title, children }: PlainPageProps) {
  useTitle(title);
  return (
    <div className="mx-auto max-w-2xl px-(--gutter) py-10">
      <h1 className="sr-only">{title}</h1>
      {children}
    </div>
  );
}

interface NotFoundProps {
  readonly title: string;
  /** Why it may be gone. */
  readonly children: ReactNode;
  /** Where to go instead. */
  readonly to: string;
  readonly linkLabel: string;
}

/**
 * Says that what a link leads to is gone.
 *
 * @example
 *   <NotFound title={t`This event is no longer available`} to="/events" linkLabel={t`View events`}>
 *     {t`It was removed, or the link is incomplete.`}
 *   </NotFound>
 */
export function NotFound({ title, children, to, linkLabel }: NotFoundProps) {
  const link = (
    <Link to={to} className={buttonClasses()}>
      {linkLabel}
    </Link>
  );
  return (
    <EmptyState title={title} action={link}>
      {children}
    </EmptyState>
  );
}
