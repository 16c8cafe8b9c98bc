import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SessionProvider, useSession, useUser } from "./SessionProvider.tsx";
import { oneTab } from "../test/browser-tabs.ts";

const Status = () => useSession().state.status;
const Uid = () => useUser().uid;

test("[spec/8-auth-hook:provider] the auth hook throws outside its provider", async () => {
  expect(() => renderToStaticMarkup(<Status />)).toThrow(
    "useSession needs a SessionProvider above it.",
  );
  expect(() => renderToStaticMarkup(<Uid />)).toThrow(
    "useSession needs a SessionProvider above it.",
  );
  const { session } = await oneTab();
  const within = (
    <SessionProvider session={session}>
      <Status /> <Uid />
    </SessionProvider>
  );
  expect(renderToStaticMarkup(within)).toBe("signed-in u1");
});

test("[spec/validation:no-authenticated-user] the user hook throws without a signed-in user", async () => {
  const { session } = await oneTab(null);
  const screen = (
    <SessionProvider session={session}>
      <Uid />
    </SessionProvider>
  );
  expect(() => renderToStaticMarkup(screen)).toThrow("No authenticated user");
});
