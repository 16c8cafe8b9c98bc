import { startEmbedded } from "#platform/db/embedded/embedded-postgres.ts";

/**
 * A server process that a test can kill: keeps the database in the given folder running until it is killed or stopped.
 */
const [folder = "", uid] = process.argv.slice(2);
if (uid) {
  process.setgroups?.([]);
  process.setgid?.(Number(uid));
  process.setuid?.(Number(uid));
}
try {
  const { connection, stop } = await startEmbedded(folder);
  process.stdout.write(connection.host);
  process.once("SIGTERM", () => void stop().then(() => process.exit()));
  setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(String(error));
}
