import { importFirstTowns, importWorldPlaces } from "#modules/places/index.ts";
import { readDatabaseUrl } from "#platform/db/read-database-url.ts";

// import-places.ts starts this program, and kills it to break an import off.
const [part] = process.argv.slice(2);
const { DATABASE_URL } = process.env;
if (!process.connected || DATABASE_URL === undefined)
  throw new Error("Only import-places.ts starts this program. Use npm start.");
process.once("disconnect", () => process.exit(1));
// A terminal and a service manager send these to all processes of a server.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

const connection = readDatabaseUrl(DATABASE_URL);
try {
  await (part === "towns" ? importFirstTowns(connection) : importWorldPlaces(connection));
  process.exit(0);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.send?.(reason, () => process.exit(1));
}
