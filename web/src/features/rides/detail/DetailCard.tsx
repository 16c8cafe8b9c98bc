import { useId, type ReactNode } from "react";

/** A titled box on the ride page. */
export function DetailCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="mb-3 text-lg font-bold tracking-[-.01em]">
        {title}
      </h2>
      {children}
    </section>
  );
}
