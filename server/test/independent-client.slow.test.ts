import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "./app/test-app.ts";

// Written from the specification and /api/openapi.json alone: this file imports nothing of the contract. The client
// keeps no cookies, and sends the ID token exactly where the description asks for it.

const Schema = z.looseObject({
  $ref: z.optional(z.string()),
  properties: z.optional(z.record(z.string(), z.unknown())),
  required: z.optional(z.array(z.string())),
});
const Operation = z.looseObject({
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.optional(
    z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  ),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema })) }),
  ),
  responses: z.record(z.string(), z.unknown()),
});
const Description = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
});
const Challenge = z.looseObject({
  parameters: z.looseObject({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    data: z.looseObject({ keys: z.number() }),
  }),
});
const Answer = z.looseObject({ id: z.optional(z.string()), idToken: z.optional(z.string()) });

/** Four proofs of work in this process, on a busy machine. */
const SOLVING = { timeout: 180_000 };
const PASSWORD = "Correct horse 7";
const departsAt = "2026-01-02T07:45:00.000Z";
const FREIBURG = { label: "Freiburg im Breisgau", lat: 47.9959, lng: 7.8522 };
const KOELN = { label: "Cologne", lat: 50.9333, lng: 6.95 };

test(
  "[spec/7-auth:independent-client] a client that knows only the specification and the description registers and acts",
  SOLVING,
  async () => {
    const app = await createTestApp({ settings: { CAPTCHA: "on" } });
    const description = Description.parse((await app.http.inject("/api/openapi.json")).json());
    const host = await register(new Client(app, description), "Ada");
    const seeker = await register(new Client(app, description), "Ben");

    const ride = await host.send("POST", "/rides/", {
      hostId: host.uid,
      origin: FREIBURG,
      destination: KOELN,
      departsAt,
      seatsTotal: 3,
    });
    const seat = await seeker.send("POST", `/rides/${ride.id}/request`, { seekerId: seeker.uid });
    expect(
      (await host.send("POST", `/rides/${ride.id}/requests/${seat.id}/accept`))["status"],
    ).toBe("accepted");

    const wanted = {
      origin: FREIBURG,
      destination: KOELN,
      departsAfter: "2026-01-03T06:00:00.000Z",
      departsBefore: "2026-01-03T12:00:00.000Z",
    };
    const request = await seeker.send("POST", "/requests", { seekerId: seeker.uid, ...wanted });
    const offer = { driverId: host.uid, departsAt: "2026-01-03T09:00:00.000Z", seats: 1 };
    expect(
      (await host.send("POST", `/rides/requests/${request.id}/offer`, offer)).id,
    ).toBeDefined();
    const active = { lat: FREIBURG.lat, lng: FREIBURG.lng, address: null, seats: 1 };
    await host.send("POST", "/rides/active-drivers", active);

    expect(app.bugs).toEqual([]);
  },
);

/** Registers with the calls of section 4 of the specification, in its order. */
async function register(client: Client, firstName: string): Promise<Client> {
  const email = `${firstName.toLowerCase()}@example.org`;
  await client.send("POST", "/auth/send-registration-otp", { email });
  const otp = client.readCode(email);
  const { proof } = await client.send("POST", "/auth/verify-registration-otp", { email, otp });
  const account = await client.send("POST", "/identity/sign-up", {
    email,
    password: PASSWORD,
    proof,
  });
  client.token = account.idToken;
  const person = { name: `${firstName} Moreau`, email, phone: "+12025550123", password: PASSWORD };
  const { uid } = await client.send("POST", "/firebase-auth/register", {
    ...person,
    firstName,
    lastName: "Moreau",
    gender: "female",
  });
  client.uid = String(uid);
  const session = await client.send("POST", "/identity/sign-in", { email, password: PASSWORD });
  await client.send("POST", "/firebase-auth/login", { idToken: session.idToken });
  client.token = session.idToken;
  return client;
}

/** A caller that reads the description of each call before it makes it. */
class Client {
  token: string | undefined;
  uid = "";
  readonly #app: TestApp;
  readonly #description: z.infer<typeof Description>;

  constructor(app: TestApp, description: z.infer<typeof Description>) {
    this.#app = app;
    this.#description = description;
  }

  /** The code in the newest e-mail to an address. */
  readCode(email: string): string | undefined {
    return this.#app.mail.findLast(({ to, code }) => to === email && code)?.code;
  }

  /** Sends a call and returns its answer, which has a status of 2xx that is described. */
  async send(method: "GET" | "POST", path: string, body?: Record<string, unknown>) {
    const operation = this.#find(method, path);
    this.#expectFits(operation, body ?? {});
    const needsToken = operation.security.length > 0;
    const proofHeader = operation.parameters?.find(
      ({ name, required }) => name === "captcha-proof" && required,
    );
    const { statusCode, body: text } = await this.#app.http.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(body && { "content-type": "application/json" }),
        ...(needsToken && { authorization: `Bearer ${this.token ?? ""}` }),
        ...(proofHeader && {
          "captcha-proof": await this.#solve(String(proofHeader["description"])),
        }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    });
    assert.ok(statusCode < 300, `${path} answered ${statusCode}: ${text}`);
    assert.ok(
      String(statusCode) in operation.responses,
      `${path} answered ${statusCode}, which is not described`,
    );
    return Answer.parse(JSON.parse(text));
  }

  /** The described call; a trailing slash makes no difference, and a path without parameters wins. */
  #find(method: string, path: string) {
    const given = path.replace(/\/?(?:\?.*)?$/, "").split("/");
    const fits = (pattern: string) => {
      const parts = pattern.split("/");
      return (
        parts.length === given.length &&
        parts.every((part, n) => part.startsWith("{") || part === given[n])
      );
    };
    const patterns = Object.keys(this.#description.paths).filter(fits);
    const [best = ""] = patterns.toSorted((a, b) => a.split("{").length - b.split("{").length);
    const operation = this.#description.paths[best]?.[method.toLowerCase()];
    if (!operation) throw new Error(`${method} ${path} is not described.`);
    return operation;
  }

  /** Every field that is sent is described, and every required one is sent. */
  #expectFits(operation: z.infer<typeof Operation>, body: Record<string, unknown>): void {
    const content = operation.requestBody?.content["application/json"];
    if (!content) return;
    const name = content.schema.$ref?.split("/").at(-1) ?? "";
    const { properties = {}, required = [] } =
      this.#description.components.schemas[name] ?? content.schema;
    const unknown = Object.keys(body).filter((field) => !(field in properties));
    assert.deepEqual(unknown, [], `${name} does not describe these fields`);
    const missing = required.filter((field) => !(field in body));
    assert.deepEqual(missing, [], `${name} requires these fields`);
  }

  /** Solves a proof of work as the description of the header says. */
  async #solve(header: string): Promise<string> {
    const action = /for the action `([\w-]+)`/.exec(header)?.[1] ?? "";
    const { challenge } = await this.send("GET", `/captcha/challenge?action=${action}`);
    const { parameters } = Challenge.parse(challenge);
    const { nonce, salt, cost, keyLength, keyPrefix, data } = parameters;
    const password = Buffer.concat([Buffer.from(nonce, "hex"), Buffer.alloc(4)]);
    for (let counter = 0; counter <= data.keys; counter++) {
      password.writeUInt32BE(counter, password.length - 4);
      const key = pbkdf2Sync(
        password,
        Buffer.from(salt, "hex"),
        cost,
        keyLength,
        "sha256",
      ).toString("hex");
      if (!key.startsWith(keyPrefix)) continue;
      return Buffer.from(
        JSON.stringify({ challenge, solution: { counter, derivedKey: key } }),
      ).toString("base64");
    }
    throw new Error("No key fits.");
  }
}
