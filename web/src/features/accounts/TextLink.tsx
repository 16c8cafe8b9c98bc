import type { ReactNode } from "react";
import { Link } from "#shared/ui/Link.tsx";

/** Link to another page, for running text. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="font-semibold text-brand-ink underline underline-offset-4">
      {children}
    </Link>
  );
}
