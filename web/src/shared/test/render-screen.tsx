import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { ApiError, networkError } from "../api/api-error.ts";
import { ownProfile } from "../profile/own-profile.ts";
import { SessionProvider } from "../session/SessionProvider.tsx";
import { oneTab } from "./browser-tabs.ts";
import { createToastList } from "../ui/toasts/toast-list.ts";
import { ToastContext } from "../ui/toasts/Toasts.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

/** State of a query when the screen renders: data, an error, or data followed by an error. */
export interface QueryFixture {
  readonly queryKey: QueryKey;
  readonly data?: unknown;
  readonly error?: ApiError;
}

export const NETWORK_ERROR = networkError();
export const NOT_FOUND = new ApiError({
  code: "not_found",
  status: 404,
  message: "Nothing was found here.",
});

/** Renders a screen at a URL for the user Lea, without her profile. */
export async function renderScreen(
  screen: ReactNode,
  address: string,
  ...fixtures: readonly QueryFixture[]
): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const profileFailure: QueryFixture = { queryKey: ownProfile.queryKey, error: NETWORK_ERROR };
  for (const { queryKey, data, error } of [profileFailure, ...fixtures]) {
    const state = error
      ? { status: "error" as const, error, data }
      : { status: "success" as const, data };
    client.getQueryCache().build(client, { queryKey }).setState(state);
  }
  const { session } = await oneTab();
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <SessionProvider session={session}>
          <ToastContext value={createToastList()}>
            <MemoryRouter initialEntries={[address]}>{screen}</MemoryRouter>
          </ToastContext>
        </SessionProvider>
      </QueryClientProvider>
    </I18nProvider>,
  );
}
