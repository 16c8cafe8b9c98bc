import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { saveProvider } from "../../../test/fixtures/institution-sign-in.ts";
import { openStudent } from "../../../test/fixtures/students.ts";
import { ownMarks } from "../../../test/fixtures/trust-marks.ts";
import { checkMemberships } from "../sign-in-providers/membership-check.ts";
import { isMatchingClaim } from "./claim-rules.ts";

const DAY_S = 86_400;

test("[domain/trust-mark:claim] a claim gives the mark at the first sign-in, each later one renews it, and one without the claim withdraws it", async () => {
  const { app, people, ada, as, shown, signIn } = await openStudent();
  expect(await shown()).toEqual(["Student"]);
  const reasons = async () => (await ownMarks(app, as)).items[0]?.reasons;
  expect(await reasons()).toMatchObject([{ source: "institution", institution: "University" }]);
  advanceClock(app, 1800);
  expect((await signIn()).body.step).toBe("signed-in");
  expect(await reasons()).toMatchObject([
    { grantedAt: "2026-01-01T08:00:00.000Z", expiresAt: "2026-06-30T08:30:00.000Z" },
  ]);
  people["ada"] = { ...ada, eduperson_scoped_affiliation: ["alum@uni.example"] };
  await signIn();
  expect(await shown()).toEqual([]);
  people["ada"] = { ...ada, eduperson_scoped_affiliation: ["student@uni.example"] };
  await signIn();
  expect(await shown()).toEqual(["Student"]);
  people["ada"] = ada;
  await signIn();
  expect(await shown()).toEqual([]);
});

test("[domain/trust-mark:claim] unlinking, removing the provider, another issuer and removing the rule withdraw the mark", async () => {
  const unlinked = await openStudent();
  await unlinked.app.db
    .updateTable("account")
    .set({ password_hash: "x" })
    .where("uid", "=", unlinked.uid)
    .execute();
  const { items } = (
    await unlinked.app.call<{ items: { id: string }[] }>("GET", "/identity/linked-identities", {
      as: unlinked.as,
    })
  ).body;
  await unlinked.app.call("DELETE", `/identity/linked-identities/${items[0]?.id ?? ""}`, {
    as: unlinked.as,
  });
  expect(await unlinked.shown()).toEqual([]);

  const removed = await openStudent();
  await removed.app.call("DELETE", "/administration/sign-in-providers/uni", { as: removed.ad });
  expect(await removed.shown()).toEqual([]);
  const { body } = await removed.app.call("GET", "/administration/trust-marks", { as: removed.ad });
  expect(body).toMatchObject({ items: [{ name: "Student", claimRules: [] }] });

  const moved = await openStudent();
  await saveProvider(moved.app, "https://elsewhere.example", {}, { as: moved.ad });
  expect(await moved.shown()).toEqual([]);

  const { app, mark, ad, shown } = await openStudent();
  const { id, holders: _, ...definition } = mark;
  await app.call("PUT", `/administration/trust-marks/${id}`, {
    as: ad,
    body: { ...definition, claimRules: [] },
  });
  expect(await shown()).toEqual([]);
});

test("[domain/trust-mark:claim] a member unknown to the institution loses the mark at the daily check", async () => {
  const { app, people, shown } = await openStudent({
    scopes: "openid email profile offline_access",
  });
  delete people["ada"];
  advanceClock(app, DAY_S + 1);
  expect(await shown()).toEqual(["Student"]);
  await checkMemberships(app.ctx);
  expect(await shown()).toEqual([]);
});

test("a member who holds a mark for two reasons keeps it when one ends", async () => {
  const { app, people, ada, mark, ad, uid, shown, signIn } = await openStudent();
  const { id, holders: _, ...definition } = mark;
  await app.call("PUT", `/administration/trust-marks/${id}`, {
    as: ad,
    body: { ...definition, byTeam: true },
  });
  await app.call("POST", `/moderation/people/${uid}/trust-marks`, { as: ad, body: { markId: id } });
  people["ada"] = ada;
  await signIn();
  expect(await shown()).toEqual(["Student"]);
  await app.call("POST", `/moderation/people/${uid}/trust-marks/withdraw`, {
    as: ad,
    body: { markId: id },
  });
  expect(await shown()).toEqual([]);
});

test.each([
  ["is", ["STUDENT@uni.example"], ["student@uni.example"], true],
  ["is", ["student@uni.example.evil"], ["student@uni.example"], false],
  ["contains", ["urn:group:Students:cs"], ["students"], true],
  ["contains", "staff", ["students"], false],
  ["is", true, ["true"], true],
  ["is", 7, ["7"], true],
  ["is", { student: true }, ["true"], false],
  ["is", undefined, ["undefined"], false],
  ["is", [["student"]], ["student"], false],
] as const)("%s %j for %j: %j", (match, claim, values, isMatching) => {
  const rule = { providerId: "uni", claim: "affiliation", match, values: [...values] };
  expect(isMatchingClaim(rule, { affiliation: claim })).toBe(isMatching);
});

test("no rule reads what every object inherits", () => {
  const rule = {
    providerId: "uni",
    claim: "constructor",
    match: "contains",
    values: ["object"],
  } as const;
  expect(isMatchingClaim({ ...rule, values: [...rule.values] }, {})).toBe(false);
});
