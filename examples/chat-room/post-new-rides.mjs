// Posts new rides to a chat room: receives webhooks and calls an incoming webhook of Mattermost, Slack or Matrix
// (hookshot). Needs Node only. See README.md for how to run it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { env, stdout } from "node:process";
import { text } from "node:stream/consumers";

const { WEBHOOK_SECRET = "", CHAT_URL = "", PORT = "4000", HOST = "127.0.0.1" } = env;
const TOLERANCE_S = 300;
const key = Buffer.from(WEBHOOK_SECRET.replace(/^whsec_/, ""), "base64");

/** True for a body that was signed with our secret, lately: see standardwebhooks.com. */
function isSigned(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
  const signatures = String(headers["webhook-signature"]).split(" ");
  return (
    isRecent &&
    signatures.some((signature) => {
      const actual = Buffer.from(signature.replace(/^v1,/, ""), "base64");
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    })
  );
}

function describeRide({ url, stops, departsAt, timeZone, freeSeats }) {
  const when = new Date(departsAt).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  });
  const route = stops.map(({ name }) => name).join(" → ");
  return `New ride: ${route}, ${when}, free seats: ${freeSeats}. ${url}`;
}

/** Deliveries may come twice. */
const posted = new Set();

async function receive(headers, body) {
  if (!isSigned(headers, body)) return 401;
  const { type, data } = JSON.parse(body);
  if (type !== "ride.listed" || posted.has(data.id)) return 204;

  const reply = await fetch(CHAT_URL, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text: describeRide(data) }),
  });
  // The ride is sent again later.
  if (!reply.ok) return 502;
  posted.add(data.id);
  return 204;
}

const server = createServer((request, reply) => {
  text(request)
    .then((body) => receive(request.headers, body))
    .then(
      (status) => reply.writeHead(status).end(),
      () => reply.writeHead(502).end(),
    );
});
server.listen(Number(PORT), HOST, () => stdout.write(`Listening on ${PORT}\n`));
