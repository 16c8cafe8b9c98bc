import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { SetupScreen } from "#features/setup/SetupScreen.tsx";
import { createQueryClient } from "../query-client.ts";

/** The first set-up of a server, for visitors with its link. Its query cache is separate and discarded with it. */
export function SetupPage() {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <SetupScreen />
    </QueryClientProvider>
  );
}
