import { type EventColumns, fromEventColumns } from "#platform/db/outbox/event-columns.ts";
import { eventRecipients } from "../app/event-recipients.ts";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createApp } from "#bootstrap/app.ts";
import { createAuthenticator } from "#modules/accounts/sessions/index.ts";
import { RideIndex } from "#modules/rides/search/index.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { createCaller, createTestApp } from "../app/test-app.ts";
import { buildRequest, CALLS, endpointNameOf } from "./requests.ts";
import { dependsOnRideState } from "./ride-states.ts";
import { CANARIES, type Canary } from "./canaries.ts";
import { isAllowedToSee, type Reply, findCanaries } from "./leak-check.ts";
import {
  type Role,
  ROLES,
  type Scenario,
  createScenario,
  type State,
  STATES,
  ROLES_WITH_OLD_TOKEN,
} from "./scenario.ts";
import { openRollbackDatabase } from "./rolled-back.ts";

const TABLE = join(import.meta.dirname, "expected.md");

test(
  "every endpoint answers every role as the table says, and leaks nothing",
  { timeout: 180_000 },
  async () => {
    const expected = readTable();
    const actual: string[] = [];
    const leaks: string[] = [];
    const seen = new Set<Canary>();
    const done = new Set<string>();
    for (const state of STATES) {
      const { scene, ask } = await openScene(state);
      for (const name of CALLS) {
        if (!dependsOnRideState(name, state)) continue;
        const row: string[] = [];
        for (const role of ROLES) {
          const replies = await ask(name, role);
          row.push(replies.code);
          if (replies.code === "ok") done.add(endpointNameOf(name));
          for (const reply of replies.all) {
            for (const { canary, at } of findCanaries(reply)) {
              if (isAllowedToSee(canary, { reader: reply.to, state, name, scene }))
                seen.add(canary);
              else leaks.push(`${name} as ${role}, ${state}: ${canary} for ${reply.to} at ${at}`);
            }
          }
        }
        actual.push(`| ${name} | ${state} | ${row.join(" | ")} |`);
      }
    }
    expect(leaks).toEqual([]);
    // A secret that no role ever reads would prove nothing.
    expect(
      Object.keys(CANARIES).filter((canary) => ![...seen].some((known) => known === canary)),
    ).toEqual([]);
    // If no role has access, a check that refuses everyone would go unnoticed.
    const closed = new Set(CALLS.map(endpointNameOf).filter((name) => !done.has(name)));
    expect([...closed]).toEqual(NEVER_DONE);
    const wrong = actual.filter((line) => !expected.has(line));
    expect(wrong, `These differ from ${TABLE}, or are missing there`).toEqual([]);
    expect(
      [...expected].filter((line) => !actual.includes(line)),
      "The table has rows without an endpoint",
    ).toEqual([]);
  },
);

/** Endpoints that need a password, a passkey, an e-mail, a text message, a cookie, an image, a key, an institution, another server or the list of places; each has its own tests. */
const NEVER_DONE = [
  "accounts.signIn",
  "accounts.refresh",
  "auth.verifyRegistrationCode",
  "auth.logIn",
  "auth.resetPassword",
  "accountSettings.changePassword",
  "accountSettings.changeEmail",
  "accountSettings.confirmEmailChange",
  "accountSettings.undoEmailChange",
  "passkeys.register",
  "passkeys.signIn",
  "secondFactor.confirm",
  "secondFactor.turnOn",
  "secondFactor.turnOff",
  "secondFactor.renewRecoveryCodes",
  "personalData.deleteAccount",
  "profiles.setPhoto",
  "profiles.photo",
  "phoneVerification.sendCode",
  "phoneVerification.verify",
  "places.nearest",
  "places.one",
  "notificationChannels.unsubscribeEmails",
  "administration.setLogo",
  "setup.checkKey",
  "setup.createAdministrator",
  "signInProviders.start",
  "signInProviders.startLink",
  "signInProviders.finish",
  "signInProviders.finishWithCode",
  "signInProviders.sendEmailCode",
  "signInProviders.confirmEmail",
  "signInProviders.createAccount",
  "signInProviders.linkWithPassword",
  "signInProviders.confirmLink",
  "trustMarks.sendCode",
  "trustMarks.renew",
  "neighbours.logo",
  "neighbourAdministration.preview",
  "neighbourAdministration.invite",
  "eventCalendars.add",
  "eventCalendars.refresh",
  "eventCalendars.remove",
  "meetingPointSources.importFile",
  "meetingPointSources.importUrl",
  "meetingPointSources.remove",
  "memberImports.check",
  "memberImports.import",
  "importedData.takeOver",
  "importedData.publishSeries",
  "importedData.removeByLink",
];

interface Replies {
  readonly code: string;
  /** The reply and the resulting live events. */
  readonly all: readonly Reply[];
}

async function openScene(
  state: State,
): Promise<{ scene: Scenario; ask: (name: string, role: Role) => Promise<Replies> }> {
  const app = await createTestApp({ settings: { MODERATION_UNDO_S: 600, API_KEYS: "on" } });
  const scene = await createScenario(app, state);
  const { db, undo } = openRollbackDatabase(app.connection);
  const http = createApp(
    { ...app.ctx, db },
    {
      authenticate: createAuthenticator(app.ctx),
      rides: new RideIndex(app.ctx),
      rateLimits: new RateLimits(undefined, 1e6),
    },
  );
  const call = createCaller(http);
  const ask = async (name: string, role: Role) => {
    const { method, path, query, body } = buildRequest(name, scene, role);
    const as = role === "nobody" ? undefined : scene.people[role];
    const bearer = as && (ROLES_WITH_OLD_TOKEN.has(role) ? { token: as.token } : as);
    return undo(async () => {
      const reply = await call<{ code?: string }>(method, path, {
        as: bearer,
        query: { ...query },
        body,
      });
      const { rows } = await sql<EventColumns & { topic: string }>`
        select told.topic, type, ids, details from event cross join ${eventRecipients}
        where xid = pg_current_xact_id()`.execute(db);
      const payloads = rows.flatMap(({ topic, ...columns }) => {
        const to = ROLES.find(
          (one) => one !== "nobody" && topic === `user:${scene.people[one].uid}`,
        );
        return to ? [{ to, body: fromEventColumns(columns) }] : [];
      });
      const code = reply.status < 300 ? "ok" : (reply.body.code ?? String(reply.status));
      return { code, all: [{ to: role, body: reply.body }, ...payloads] };
    });
  };
  return { scene, ask };
}

/** The rows of the table without padding. */
function readTable(): Set<string> {
  const lines = readFileSync(TABLE, "utf8")
    .split("\n")
    .filter((line) => /^\| [a-zA-Z]+\./.test(line));
  return new Set(
    lines.map(
      (line) =>
        `| ${line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim())
          .join(" | ")} |`,
    ),
  );
}
