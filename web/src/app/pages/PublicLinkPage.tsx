import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "../query-client.ts";

/** A page for who has a link and perhaps no account: what it reads is kept by itself, and goes with it. */
export function PublicLinkPage({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
