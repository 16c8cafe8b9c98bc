import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { transaction } from "#platform/context.ts";
import {
  addPasskey,
  createAuthenticator,
  startPasskeySignIn,
} from "../../../../test/fixtures/passkeys.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { listPasskeys, openAccount, refused } from "../../../../test/fixtures/passkey-owner.ts";
import { insertPasskey } from "./passkeys.store.ts";

test("a new passkey is refused from another address, without checking the person, and if another account has it", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  const bob = await openAccount(app, "bob@example.org");
  for (const deviation of [
    { origin: "https://evil.example" },
    { rpId: "evil.example" },
    { isUserVerified: false },
  ])
    expect(await addPasskey(app, ada, createAuthenticator(), deviation)).toMatchObject(refused);
  const { authenticator } = await addPasskey(app, ada);
  expect(await addPasskey(app, bob, authenticator)).toMatchObject(refused);
  expect(await listPasskeys(app, bob)).toEqual([]);
});

test("a new passkey with a certificate of its maker is refused before anyone follows the addresses in it", async () => {
  const app = await createTestApp();
  const ada = await openAccount(app);
  expect(
    await addPasskey(app, ada, createAuthenticator(), {
      certificate: Buffer.from("30030201ff", "hex"),
    }),
  ).toMatchObject(refused);
  expect(app.lines.filter(({ msg }) => msg === "a new passkey was refused")).toEqual([]);
});

test("passkeys belong to the address in PUBLIC_URL, whatever the client names as host; an IP address has none", async () => {
  const app = await createTestApp({ settings: { PUBLIC_URL: "https://rides.example.org/" } });
  const reply = await app.call("POST", "/identity/passkeys/sign-in-options", {
    headers: { host: "evil.example" },
  });
  expect(reply.body).toMatchObject({ code: "wrong_address" });
  expect((await startPasskeySignIn(app)).options).toMatchObject({ rpId: "rides.example.org" });
  const local = await createTestApp();
  for (const host of ["127.0.0.1:3000", "[::1]:3000"])
    expect(
      (await local.call("POST", "/identity/passkeys/sign-in-options", { headers: { host } })).body,
    ).toMatchObject({
      code: "passkeys_unavailable",
    });
});

test("[domain/access:at-once] a session that ended since the call was admitted adds no passkey", async () => {
  const { ctx, createUser } = await createTestApp();
  const { uid } = await createUser();
  const caller = { uid, sessionId: randomUUID(), emailVerified: true };
  const passkey = {
    credentialId: "id",
    publicKey: new Uint8Array(),
    counter: 0,
    transports: [],
    synced: false,
    name: "Phone",
  };
  const adding = transaction(ctx, (ctx) => insertPasskey(ctx, caller, passkey, 1));
  await expect(adding).rejects.toMatchObject({ code: "signed_out" });
});
