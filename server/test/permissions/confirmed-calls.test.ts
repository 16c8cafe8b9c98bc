import { request } from "node:http";
import { json } from "node:stream/consumers";
import { endpoints } from "@commonlane/contract/all";
import type { Endpoint } from "@commonlane/contract/endpoint";
import { expect, test, vi } from "vitest";
import { grantAdministratorRole } from "#modules/moderation/index.ts";
import { advanceClock, PASSWORD, signIn, signUpWithCode } from "../fixtures/accounts.ts";
import { createModerator } from "../fixtures/moderators.ts";
import { confirmByPassword } from "../fixtures/passkeys.ts";
import { createTestApp } from "../app/test-app.ts";

/**
 * A decision for every call with which the team changes something. `confirmed`: it changes who gets in, who leads, or
 * where mail goes, so a stolen token alone must not be enough. The others say why it is enough for them.
 */
const DECISIONS: Readonly<Record<string, string>> = {
  "administration.changeSettings": "confirmed",
  "administration.setRole": "confirmed",
  "providerAdministration.save": "confirmed",
  "providerAdministration.remove": "confirmed",
  "markAdministration.add": "confirmed",
  "markAdministration.change": "confirmed",
  "markAdministration.remove": "confirmed",
  "feedReceivers.add": "confirmed",
  "feedReceivers.remove": "confirmed",
  "neighbourAdministration.invite": "confirmed",
  "neighbourAdministration.addServer": "confirmed",
  "neighbourAdministration.remove": "confirmed",
  "webhooks.add": "confirmed",
  "webhooks.remove": "confirmed",
  "memberImports.import": "confirmed",
  "memberImports.invite": "confirmed",
  "memberImports.removeAll": "confirmed",
  "groupAdministration.setManager": "confirmed",
  "groupAdministration.remove": "confirmed",
  "legal.publish": "confirmed",
  "legal.withdraw": "confirmed",
  "community.changeRules": "confirmed",
  "community.createInvite": "confirmed",
  "moderation.unsuspend": "confirmed",

  "webhooks.enable": "sends only what this webhook was already told, to where it was added",
  "webhooks.replay": "sends only what this webhook was already told, to where it was added",
  "meetingPointSources.importFile": "adds public places; logged, and can be removed",
  "meetingPointSources.importUrl": "adds public places; logged, and can be removed",
  "meetingPointSources.remove": "takes suggestions away; the same file brings them back",
  "memberImports.check": "changes nothing",
  "eventCalendars.add": "adds events of a public calendar; they are removed with it",
  "eventCalendars.refresh": "loads again what was added",
  "eventCalendars.remove": "cancels events of a calendar, which can be added again",
  "administration.setLogo": "changes only how pages look",
  "administration.removeLogo": "changes only how pages look",
  "administration.sendTestEmail": "sends only to the caller's own address",
  "regions.build": "only extracts of a list that the operator controls; the disk is checked first",
  "legal.saveDraft": "changes nothing that members see",
  "legal.discardDraft": "changes nothing that members see",
  "providerAdministration.check": "changes nothing",
  "neighbourAdministration.preview": "changes nothing",
  "community.revokeInvite": "takes access away, which must be quick",
  "community.createAnnouncement":
    "daily work; every member sees it, and any moderator can withdraw it",
  "community.withdrawAnnouncement": "daily work",
  "markModeration.grant": "daily work at a desk; about one member, logged, and can be withdrawn",
  "markModeration.withdraw": "takes access away, which must be quick",
  "moderation.suspend":
    "takes access away, which must be quick; all moderators see it and can undo it",
  "moderation.warn": "daily work; can be undone",
  "moderation.resolve": "daily work; can be undone",
  "moderation.undo": "daily work; only for the minutes in which an action is pending",
  "moderation.hide": "daily work; can be undone",
  "moderation.show": "daily work",
  "moderation.decideRemovalAppeal": "daily work; can be undone",
  "moderation.decideRatingAppeal": "daily work; can be undone",
  "moderation.hideRating": "daily work",
  "moderation.showRating": "daily work",
  "meetingPoints.createForCommunity": "daily work",
  "meetingPoints.changeForCommunity": "daily work",
  "meetingPoints.removeForCommunity": "daily work",
};

const isOfTeam = ({ access }: Endpoint) => access === "moderator" || access === "administrator";
const confirmedCalls = endpoints.filter(({ endpoint }) => endpoint.confirmed);

test("[domain/confirmation:decided] every call with which the team changes something has a decision, and the contract follows it", () => {
  const writing = endpoints.filter(
    ({ endpoint }) => isOfTeam(endpoint) && endpoint.method !== "GET",
  );
  const decided = Object.keys(DECISIONS);
  expect(writing.map(({ name }) => name).toSorted()).toEqual(decided.toSorted());
  const confirmed = writing.filter(({ endpoint }) => endpoint.confirmed).map(({ name }) => name);
  expect(confirmed.toSorted()).toEqual(
    decided.filter((name) => DECISIONS[name] === "confirmed").toSorted(),
  );
});

test("[domain/confirmation:token] with the token of an administrator alone, no confirmed call does anything, and after a confirmation each goes on", async () => {
  const app = await createTestApp();
  const email = "ad@example.org";
  const { body } = await signUpWithCode(app, email);
  const ad = { token: body.idToken };
  await grantAdministratorRole(app.ctx, email);
  const callAll = async () => {
    const codes: Record<string, string | undefined> = {};
    for (const { name, endpoint } of confirmedCalls) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, crypto.randomUUID());
      const reply = await app.call<{ code?: string }>(endpoint.method, path, { as: ad });
      codes[name] = reply.body.code;
    }
    return codes;
  };
  const refused = Object.fromEntries(
    confirmedCalls.map(({ name }) => [name, "confirmation_needed"]),
  );
  expect(await callAll()).toEqual(refused);
  expect((await confirmByPassword(app, ad)).status).toBe(200);
  expect(Object.values(await callAll())).not.toContain("confirmation_needed");
  advanceClock(app, 601);
  expect(await callAll()).toEqual(refused);
});

/** Calls hold their body back until they are admitted and `beforeBody` has happened. */
async function openSlowCaller() {
  const app = await createTestApp({ settings: { API_KEYS: "on" } });
  const admitted: string[] = [];
  app.http.addHook("preParsing", async ({ url }) => void admitted.push(url));
  const address = await app.listen();
  const callLate = async (
    token: string,
    path: string,
    { body, beforeBody }: { body: object; beforeBody: () => Promise<unknown> },
  ) => {
    const payload = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": payload.length,
    };
    const sent = request(`${address}/api${path}`, { method: "POST", headers });
    const replied = new Promise<unknown>((settle, fail) => {
      sent.on("response", (reply) => settle(json(reply))).on("error", fail);
    });
    sent.flushHeaders();
    await vi.waitUntil(() => admitted.includes(`/api${path}`), { timeout: 5_000 });
    await beforeBody();
    sent.end(payload);
    return replied;
  };
  return { app, callLate };
}

test("[domain/confirmation:late-body] a body that is held back until the owner has a new password creates no key", async () => {
  const { app, callLate } = await openSlowCaller();
  const email = "ada@example.org";
  const owner = { token: (await signUpWithCode(app, email)).body.idToken };
  const thief = { token: (await signIn(app, email)).body.idToken };
  await confirmByPassword(app, thief);
  const setPassword = async () => {
    const body = { currentPassword: PASSWORD, newPassword: "Another horse 8" };
    const { status } = await app.call("POST", "/identity/change-password", { as: owner, body });
    expect(status).toBe(200);
  };
  const key = { name: "x", scopes: ["rides:read"], validDays: 365 };
  expect(
    await callLate(thief.token, "/api-keys", { body: key, beforeBody: setPassword }),
  ).toMatchObject({
    code: "signed_out",
  });
  expect(await app.db.selectFrom("api_key").select("id").execute()).toEqual([]);
});

test("[domain/confirmation:late-body] a body that is held back until the sender leads no more changes nothing", async () => {
  const { app, callLate } = await openSlowCaller();
  const { token, uid } = await createModerator(app);
  const dismiss = () => app.db.deleteFrom("moderator").where("uid", "=", uid).execute();
  expect(
    await callLate(token, "/moderation/meeting-points", { body: {}, beforeBody: dismiss }),
  ).toMatchObject({ code: "moderators_only" });
});
