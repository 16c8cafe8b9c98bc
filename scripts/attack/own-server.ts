import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { DAY_MS } from "@commonlane/contract/durations";
import { Client } from "pg";
import { z } from "zod";
import { findDataFolder } from "../../server/src/platform/db/embedded/data-folder.ts";
import { socketConnection } from "../../server/src/platform/db/embedded/embedded-postgres.ts";
import { KEEP_OPEN_TO_ALL } from "../../server/test/fixtures/keep-open-to-all.ts";
import { ensureWebBuilt } from "../build.ts";
import type { Target } from "./attack-types.ts";

const ROOT = join(import.meta.dirname, "../..");
const PASSWORD = "Correct horse 7";
const LOCAL_PAGES_KEY = "the-key-of-this-attack";
const ERROR = 50;

/** Our server as shipped, except for rate limits and proofs of work, which would end the attack before it began. */
export interface OwnServer extends Target {
  /** A fresh token of a member who has a ride and moderates, so that no call is refused. */
  readonly token: () => Promise<string>;
  /** Ids of existing records, by the names of path parameters. */
  readonly ids: Readonly<Record<string, string>>;
  /** Bugs logged since the last call. */
  readonly bugs: () => readonly string[];
}

/** Starts it on loopback with a database of its own in `folder`. */
export async function startOwnServer(folder: string): Promise<OwnServer> {
  await ensureWebBuilt();
  const data = join(folder, "data");
  mkdirSync(data);
  // As root the database runs as another user, who needs access.
  for (const place of [folder, data]) chmodSync(place, 0o755);
  const server = spawn(process.execPath, [join(ROOT, "server/src/main.ts")], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: data,
      PORT: "0",
      CAPTCHA: "off",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "warn",
      LOCAL_PAGES_KEY,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const bugs: string[] = [];
  const close = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGTERM");
    await once(server, "exit");
  };
  try {
    const url = await listen(server, bugs);
    await holdBackNothing(findDataFolder(data) ?? data);
    const moderate = (email: string) => operate(data, ["moderators", "add", email]);
    return { url, ...(await settle(url, moderate)), close, bugs: () => bugs.splice(0) };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Calls to skip: no setting lifts the limits on guessing, so calls with a password or code would be refused; and a
 * moderator could close the service, which would end the attack.
 */
async function holdBackNothing(data: string): Promise<void> {
  const client = new Client(socketConnection(data));
  await client.connect();
  await client.query(`
    create function uncounted() returns trigger language plpgsql as 'begin new.tries := 0; return new; end';
    create trigger uncounted before insert or update on login_attempt for each row execute function uncounted();
    ${KEEP_OPEN_TO_ALL}`);
  await client.end();
}

/** Waits for the address, then collects logged bugs. */
function listen(
  server: ChildProcessByStdio<null, Readable, null>,
  bugs: string[],
): Promise<string> {
  return new Promise((settle, fail) => {
    server.once("exit", (code) => fail(new Error(`our server ended with ${code}`)));
    createInterface(server.stdout).on("line", (line) => {
      const address = /^Commonlane is ready at (\S+)$/.exec(line)?.[1];
      if (address !== undefined) settle(address);
      else if (line.startsWith("{") && Logged.parse(JSON.parse(line)).level >= ERROR)
        bugs.push(line);
    });
  });
}
const Logged = z.object({ level: z.number() });

/** As an operator does it, while the server runs. */
function operate(data: string, said: readonly string[]): void {
  const env = { PATH: process.env["PATH"], DATA_DIR: data };
  execFileSync(process.execPath, [join(ROOT, "server/src/admin/main.ts"), ...said], {
    env,
    cwd: ROOT,
  });
}

/** Registers two users: one who hosts a ride and moderates, and one who is moderated. */
async function settle(
  url: string,
  moderate: (email: string) => void,
): Promise<Pick<OwnServer, "token" | "ids">> {
  const post = poster(url);
  const other = await signUp(url);
  const { email, idToken } = await signUp(url);
  const way = { origin: FREIBURG, destination: KOELN };
  const departsAt = new Date(Date.now() + DAY_MS).toISOString();
  const ride = Made.parse(await post("/rides", { ...way, departsAt, seatsTotal: 3 }, idToken));
  await post("/reports", { about: { kind: "ride", id: ride.id }, reason: "other" }, other.idToken);
  moderate(email);
  const looking = { headers: { authorization: `Bearer ${idToken}` } };
  const { items } = Queue.parse(
    await (await fetch(`${url}/api/moderation/reports`, looking)).json(),
  );
  const announcement = Made.parse(
    await post("/moderation/announcements", { text: "Hello" }, idToken),
  );
  const invite = Made.parse(await post("/moderation/invites", { label: "Friends" }, idToken));
  await post("/firebase-auth/update-profile", { bio: "I drive on Fridays." }, other.idToken);
  const bio = { about: { kind: "bio", id: other.uid }, reason: "It was reported." };
  const hiding = Made.parse(await post("/moderation/content-removals", bio, idToken));
  const token = async () =>
    SignedIn.parse(await post("/identity/sign-in", { email, password: PASSWORD })).idToken;
  return {
    token,
    ids: {
      rideId: ride.id,
      // Moderators cannot moderate themselves.
      uid: other.uid,
      placeId: FREIBURG.placeId,
      reportId: items[0].id,
      announcementId: announcement.id,
      inviteId: invite.id,
      removalId: hiding.id,
    },
  };
}

async function signUp(url: string): Promise<{ email: string; idToken: string; uid: string }> {
  const email = `${randomUUID()}@example.org`;
  const post = poster(url);
  await post("/auth/send-registration-otp", { email });
  const letters = Letters.parse(
    await (await fetch(`${url}/dev/mailbox.json?to=${email}&key=${LOCAL_PAGES_KEY}`)).json(),
  );
  const otp = /\b\d{6}\b/.exec(letters[0]?.text ?? "")?.[0];
  if (otp === undefined) throw new Error("no code came by mail");
  await post("/auth/verify-registration-otp", { email, otp });
  const { idToken, user } = SignedIn.parse(
    await post("/identity/sign-up", { email, password: PASSWORD }),
  );
  const person = {
    email,
    phone: "+12025550123",
    firstName: "Ada",
    lastName: "Moreau",
    gender: "female",
  };
  await post("/firebase-auth/register", person, idToken);
  await post("/firebase-auth/update-profile", { birthDate: "1990-06-15" }, idToken);
  return { email, idToken, uid: user.uid };
}
const FREIBURG = {
  placeId: "gn:2925177",
  label: "Freiburg im Breisgau, Germany",
  lat: 47.9959,
  lng: 7.8522,
};
const KOELN = { placeId: "gn:2886242", label: "Köln, Germany", lat: 50.9333, lng: 6.95 };
const SignedIn = z.object({ idToken: z.string(), user: z.object({ uid: z.string() }) });
const Letters = z.array(z.object({ text: z.string() }));
const Made = z.object({ id: z.string() });
const Queue = z.object({ items: z.tuple([Made], Made) });

/** All calls of one browser: only the browser that verified a code can register with it. */
const poster = (url: string) => {
  const cookies = new Map<string, string>();
  return async (path: string, body: object, token?: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok)
      throw new Error(`POST ${path} was answered ${answer.status} ${await answer.text()}`);
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer.json();
  };
};
