import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import {
  createProof,
  encodeProof,
  solveChallengeHeader,
} from "../../../test/fixtures/proof-of-work.ts";
import type { TestApp } from "../../../test/app/test-app.ts";
import { rotateSecret, sweepUsedProofs } from "./captcha.ts";
import { createSignedChallenge } from "./challenges.ts";
import {
  anotherServer,
  decoded,
  open,
  refused,
  requestCode,
} from "../../../test/fixtures/captcha.ts";

const WEEK_S = 7 * 86_400;

test("one of many processes rotates the secret after a week, and no process refuses a valid proof for it", async () => {
  const app = await open();
  const otherServer = await anotherServer(app);
  await requestCode(otherServer, await createProof(otherServer, "registration-code"));
  const first = await secretOf(app);
  advanceClock(app, WEEK_S - 1);
  await rotateSecret(app.ctx);
  expect(await secretOf(app)).toMatchObject({ ...first, before: null });
  const waiting = await createProof(app, "registration-code");
  advanceClock(app, 1);
  await Promise.all(Array.from({ length: 8 }, () => rotateSecret(app.ctx)));
  const second = await secretOf(app);
  expect(second.before).toBe(first.secret);
  expect(second.secret).not.toBe(first.secret);

  // A process that has just started signs with the new secret; the others learn it from the first proof.
  const young = await anotherServer(app);
  expect(await requestCode(app, await createProof(young, "registration-code"))).toMatchObject({
    status: 200,
  });
  expect(
    await requestCode(young, await createProof(otherServer, "registration-code")),
  ).toMatchObject({ status: 200 });
  advanceClock(app, 598);
  expect(await requestCode(young, waiting)).toMatchObject({ status: 200 });
});

test("challenges signed with the previous secret are refused once they have expired, and it is deleted", async () => {
  const app = await open();
  const proof = decoded(await createProof(app, "registration-code"));
  const { of } = proof.challenge.parameters.data;
  const { secret } = await secretOf(app);
  advanceClock(app, WEEK_S);
  await rotateSecret(app.ctx);
  advanceClock(app, 719);
  await rotateSecret(app.ctx);
  expect((await secretOf(app)).before).toBe(secret);
  // Forged by someone who has read the secret in an old backup.
  const expiresAt = new Date(app.clock.now.getTime() + 600_000);
  const forge = async () =>
    solveChallengeHeader(
      await createSignedChallenge(secret, {
        action: "registration-code",
        expiresAt,
        difficulty: 1,
        networkHash: of,
      }),
    );
  const young = await anotherServer(app);
  expect(await requestCode(young, await forge())).toMatchObject({ status: 200 });
  advanceClock(app, 1);
  expect(await requestCode(young, await forge())).toMatchObject(refused("captcha_wrong"));
  expect(await requestCode(young, encodeProof(proof))).toMatchObject(refused("captcha_wrong"));
  advanceClock(app, 1);
  await rotateSecret(app.ctx);
  expect((await secretOf(app)).before).toBeNull();
});

test("used proofs are deleted when they expire", async () => {
  const app = await open();
  const proof = await createProof(app, "registration-code");
  await requestCode(app, proof);
  advanceClock(app, 600);
  await sweepUsedProofs(app.ctx);
  expect(await spentIn(app)).toBe(1);
  advanceClock(app, 61);
  await sweepUsedProofs(app.ctx);
  expect(await spentIn(app)).toBe(0);
  expect(await requestCode(app, proof)).toMatchObject(refused("captcha_over"));
});

const secretOf = async ({ db }: TestApp) =>
  db.selectFrom("captcha_secret").selectAll().executeTakeFirstOrThrow();

const spentIn = async ({ db }: TestApp) =>
  (await db.selectFrom("used_pow").select("nonce").execute()).length;
