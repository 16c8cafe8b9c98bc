import type { ReactNode } from "react";
import { Logo } from "./Logo.tsx";
import { useTitle } from "./use-title.ts";

/** The page that a link in an e-mail opens, also without an account: the logo, a title, and what the link is for. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-5 px-(--gutter) py-10 outline-none"
    >
      <Logo />
      <h1 className="text-2xl font-bold tracking-[-.02em]">{title}</h1>
      {children}
    </main>
  );
}
