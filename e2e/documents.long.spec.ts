import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { freePort, ROOT } from "./support/process.ts";

/** The commands in the documents: lines of shell blocks, and text in backquotes. */
function commandsOfDocuments(): string[] {
  const documents = globSync(["*.md", "docs/*.md"], { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  const blocks = documents.flatMap((document) =>
    [...document.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block),
  );
  const inline = documents.flatMap((document) =>
    [...document.matchAll(/`(npm [^`\n]+)`/g)].map(([, command]) => command),
  );
  const lines = [...blocks.flatMap((block = "") => block.split("\n")), ...inline];
  const commands = lines.flatMap((line = "") => line.replace(/ +#.*$/, "").split(" && "));
  return [...new Set(commands.map((command) => command.trim()).filter(Boolean))].toSorted();
}

interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}
type Run = () => Promise<unknown>;

const running = new Set<ChildProcess>();

/** Starts a command in a shell, as an operator does. */
function type(command: string, { cwd = ROOT, env = {} }: CommandOptions = {}): ChildProcess {
  const child = spawn("/bin/sh", ["-c", command], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      HOST: "127.0.0.1",
      LOG_LEVEL: "error",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, as a terminal creates it.
    detached: true,
  });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

const sendSignal = ({ pid }: ChildProcess, signal: NodeJS.Signals) =>
  pid !== undefined && process.kill(-pid, signal);

async function endsWell(command: string, options?: CommandOptions): Promise<void> {
  const { code, output } = await end(command, options);
  expect(code, `${command}: ${output}`).toBe(0);
}

/** Expects a refusal, for commands whose placeholder names do not exist in this community. */
async function refuses(command: string, why: RegExp, options: CommandOptions): Promise<void> {
  const { code, output } = await end(command, options);
  expect(output, command).toMatch(why);
  expect(code, command).toBe(1);
}

async function end(
  command: string,
  options?: CommandOptions,
): Promise<{ code: unknown; output: string }> {
  const child = type(command, options);
  const outputs = [child.stdout, child.stderr].map((stream) =>
    stream ? text(stream) : Promise.resolve(""),
  );
  const [code] = await once(child, "close");
  return { code, output: (await Promise.all(outputs)).join(" ") };
}

/** Runs until the output contains `ready`, then sends SIGINT to the process group, as Ctrl+C does. */
async function getsReady(
  command: string,
  ready: RegExp,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = type(command, { env });
  const gone = once(child, "close");
  let output = "";
  const isReady = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on(
        "data",
        (chunk: Buffer) => ready.test((output += chunk.toString())) && resolve(true),
      );
    }
    void gone.then(() => resolve(false));
  });
  expect(await isReady, `${command}: ${output}`).toBe(true);
  sendSignal(child, "SIGINT");
  await gone;
}

const READY = /ready at http:\/\/\S+/;
const data = mkdtempSync(join(tmpdir(), "commonlane-documents-"));
// PostgreSQL never runs as root and needs access to the folder.
chmodSync(data, 0o755);
test.afterAll(() => {
  for (const child of running) sendSignal(child, "SIGKILL");
  rmSync(data, { recursive: true, force: true });
});
const backup = join(data, "backup.gz");

const COMMUNITY = { DATA_DIR: join(data, "community") };
const NOBODY = /someone@example\.org/;
const NO_REPORT = /not the id of a report/;

/** A command for a member who does not exist here. */
const findsNobody = (command: string) => refusedHere(command, NOBODY);

/** A command that says why it cannot do it here. */
function refusedHere(command: string, output: RegExp): Record<string, Run> {
  return { [command]: () => refuses(command, output, { env: COMMUNITY }) };
}

/** A command that ends well here. */
const inCommunity = (command: string): Record<string, Run> => ({
  [command]: () => endsWell(command, { env: COMMUNITY }),
});

/** Commands that `.ci/run` runs, by this name or as a part of another command. */
const IN_CI = [
  "FUZZ_REQUESTS=1000000 FUZZ_SEED=7 npm run test:unit -- --project server server/test/fuzz/fuzz.slow.test.ts",
  "npm ci",
  "npm test",
  "npm run check",
  "npm run test:slow",
  "npm run test:long",
  "npm run test:unit",
  "npm run test:unit -- --project server ⟨file⟩",
  "npm run test:e2e -- ⟨file⟩",
  "npm run build",
  "npm run generate -- schema",
  "npm run generate -- who-may-do-what",
  "npm run generate -- rules",
  "npm run generate -- basemap --check",
];
/**
 * Commands that take an hour, need the package registry, delete databases of this machine, regenerate files of the
 * repository or belong to other programs. Region commands are tested by region-command.long.test.ts, releases by
 * release.long.test.ts, and the files of deploy/ by server/test/deploy and server/test/monitoring.
 */
const ELSEWHERE = [
  "pmtiles extract https://build.protomaps.com/⟨day⟩.pmtiles country.pmtiles --bbox=5.8,47.2,15.1,55.1",
  "npm audit --omit=dev",
  "npm run attack",
  "npm run generate -- pictures",
  "npm run generate -- icons",
  "npm run bench -- disk",
  "npm run admin -- data-folders remove ⟨folder⟩",
  "npm run region -- add ⟨extract⟩",
  "npm run region -- add https://download.geofabrik.de/europe/liechtenstein-latest.osm.pbf",
  'npm run meeting-points -- add stops.txt --name "City buses" --attribution "City transport" --licence "CC BY 4.0"',
  'npm run meeting-points -- add https://…/bnlc.csv --name BNLC --attribution transport.data.gouv.fr --licence "Licence Ouverte 2.0" --within-km 150',
  'npm run transit -- add https://example.org/gtfs.zip --name "Rhine valley" --licence "CC BY 4.0"',
  "npm run transit -- add https://example.org/gtfs.zip --updates https://example.org/trip-updates.pb",
  "npm run generate -- screens de",
  "npm run generate -- ⟨what⟩",
  "WRITE_BACKUP=1 npm run test:unit -- --project server server/test/upgrade",
  "npm run release",
  "sha256sum --check --ignore-missing SHA256SUMS",
  "tar xzf commonlane-0.3.0-linux-x64.tar.gz --directory /opt --no-same-owner",
  "commonlane-0.3.0-linux-x64/commonlane start",
  "cp /opt/commonlane/deploy/systemd/commonlane.service /etc/systemd/system/",
  "install --mode=600 /dev/null /etc/commonlane.env",
  "ln --symbolic --no-dereference --force /opt/commonlane-0.3.0-linux-x64 /opt/commonlane",
  "useradd --system --home-dir /var/lib/commonlane-data --shell /usr/sbin/nologin commonlane",
  "systemctl enable --now commonlane",
  "systemctl edit commonlane",
  "systemctl restart commonlane",
  "install --mode=755 /opt/commonlane/deploy/systemd/commonlane /usr/local/sbin/",
  "install --directory --owner=commonlane --group=commonlane --mode=700 /srv/backup",
  "journalctl --unit=commonlane --output=cat",
  "cp /opt/commonlane/deploy/caddy/Caddyfile /etc/caddy/",
  "systemctl edit caddy",
  "systemctl restart caddy",
  "cp /opt/commonlane/deploy/monitoring/prometheus.yml /opt/commonlane/deploy/monitoring/alerts.yml /etc/prometheus/",
  "install --mode=640 --group=prometheus /dev/null /etc/prometheus/commonlane-token",
  "systemctl restart prometheus",
  "java -Xmx8g -jar target/*-with-deps.jar --download --area=germany --output=country.pmtiles",
];
/** How each other command is tested. */
const tried: Readonly<Record<string, Run>> = {
  "npm run attack -- recheck ffuf": () =>
    refuses("npm run attack -- nothing", /There is no nothing; there are/, {}),
  "npm start": () => getsReady("npm start", READY, { ...COMMUNITY, PORT: "0" }),
  "npm run demo": () =>
    getsReady("npm run demo", READY, { DATA_DIR: join(data, "demo"), PORT: "0" }),
  "npm run dev": async () => {
    const port = String(await freePort());
    await getsReady("npm run dev", /Local:[^]*ready at|ready at[^]*Local:/, {
      DATA_DIR: join(data, "dev"),
      PORT: port,
      COMMONLANE_DEV_SERVER: `http://127.0.0.1:${port}`,
    });
  },
  "npm run cluster": async () => {
    await getsReady("npm run cluster", READY, { ...COMMUNITY, PORT: String(await freePort()) });
  },
  "npm run cluster -- 4": async () => {
    await getsReady("npm run cluster -- 4", READY, {
      ...COMMUNITY,
      PORT: String(await freePort()),
    });
  },
  ...inCommunity("npm run admin -- --help"),
  ...inCommunity("npm run admin -- reports"),
  ...refusedHere("npm run admin -- reports show ID", NO_REPORT),
  ...refusedHere("npm run admin -- reports close ID suspended for fraud", NO_REPORT),
  ...findsNobody(
    "npm run admin -- users suspend --fraud someone@example.org asked for money in advance",
  ),
  ...findsNobody(
    "npm run admin -- users suspend --days=7 someone@example.org sent the same advertisement to everyone",
  ),
  ...findsNobody("npm run admin -- users suspend someone@example.org threatened another member"),
  ...findsNobody("npm run admin -- users sign-out someone@example.org"),
  ...inCommunity("npm run admin -- users sign-out --all"),
  ...findsNobody("npm run admin -- users reinstate someone@example.org it was a mistake"),
  ...findsNobody("npm run admin -- moderators add someone@example.org"),
  ...findsNobody("npm run admin -- moderators remove someone@example.org"),
  ...inCommunity("npm run admin -- moderators"),
  ...inCommunity("npm run admin -- reliability"),
  ...inCommunity("npm run admin -- reliability check --fix"),
  ...inCommunity("npm run admin -- data-folders"),
  // In this order, because the backup reads the community that was started first.
  "npm run admin -- backup backup.gz": () =>
    endsWell(`npm run admin -- backup ${backup}`, { env: COMMUNITY }),
  "npm run admin -- restore backup.gz --verify": () =>
    endsWell(`npm run admin -- restore ${backup} --verify`, { env: COMMUNITY }),
  "npm run admin -- restore backup.gz": () =>
    endsWell(`npm run admin -- restore ${backup}`, { env: { DATA_DIR: join(data, "again") } }),
  "DATA_DIR=./data-recovered npm run admin -- recover --until 2026-11-23T14:05:00Z": () =>
    refuses("npm run admin -- recover --until 2026-11-23T14:05:00Z", /Set WAL_ARCHIVE_DIR/, {
      env: { DATA_DIR: join(data, "recovered") },
    }),
  ...inCommunity("npm run admin -- administrators"),
  ...findsNobody("npm run admin -- administrators add someone@example.org"),
  ...findsNobody("npm run admin -- administrators remove someone@example.org"),
  ...findsNobody("npm run admin -- users reset-second-factor someone@example.org"),
  ...refusedHere('npm run region -- add ./rheinland.osm.pbf --name "Rhine valley"', /rheinland/),
  ...inCommunity("npm run region -- list"),
  ...refusedHere("npm run region -- remove liechtenstein", /liechtenstein/),
  ...inCommunity("npm run region -- update --force"),
  ...inCommunity("npm run meeting-points"),
  ...inCommunity("npm run meeting-points -- update"),
  ...refusedHere("npm run meeting-points -- remove bnlc", /no source bnlc/),
  ...inCommunity("npm run transit"),
  ...inCommunity("npm run transit -- update"),
  ...refusedHere("npm run transit -- remove rhine-valley", /rhine-valley/),
  ...refusedHere(
    'npm run transit -- add ./gtfs.zip --attribution "Verkehrsverbund Beispiel"',
    /gtfs/,
  ),
  ...movesIn('npm run move-in -- people.csv vehicles.csv series.csv --platform "Old Lift"'),
  ...movesIn(
    'npm run move-in -- people.csv vehicles.csv series.csv --platform "Old Lift" --import',
  ),
  ...inCommunity("npm run admin -- neighbours new-key"),
  "npm run demo -- --neighbour": () =>
    getsReady("npm run demo -- --neighbour", READY, { DATA_DIR: join(data, "two"), PORT: "0" }),
  "npm run generate -- messages": messagesInCopy,
  "npm run format": formatInCopy,
};

/** With the example files of the documents. */
function movesIn(command: string): Record<string, Run> {
  const withExamples = command.replaceAll(/\w+\.csv/g, "docs/examples/move-in/$&");
  return { [command]: () => endsWell(withExamples, { env: COMMUNITY }) };
}

/** Used by every command in package.json. */
const RUNNER = ["scripts/run.mjs", "scripts/run", "scripts/generate.ts"];
/** What the extraction of messages reads. */
const BUILT = /\/(?:node_modules|dist)$/;
const MESSAGES = ["package.json", "scripts", "contract", "server", "web", "locales"];

/** In a copy, because it writes to the sources; the result must equal the committed files. */
async function messagesInCopy(): Promise<void> {
  const copy = join(data, "copy");
  for (const name of MESSAGES)
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      filter: (source) => !BUILT.test(source),
    });
  for (const name of ["node_modules", "web/node_modules"]) {
    if (existsSync(join(ROOT, name))) symlinkSync(join(ROOT, name), join(copy, name));
  }
  await endsWell("npm run generate -- messages", { cwd: copy });
  for (const catalogue of ["web.po", "server.po"]) {
    const [before, after] = [ROOT, copy].map((root) =>
      readFileSync(join(root, "locales/en", catalogue), "utf8"),
    );
    expect(after).toBe(before);
  }
}

/** In a folder of its own, on a badly formatted file. */
async function formatInCopy(): Promise<void> {
  const copy = join(data, "unformatted");
  for (const name of ["package.json", ...RUNNER, ".prettierrc.json"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, "file.ts"), "const  one = 1\n");
  await endsWell("npm run format", { cwd: copy });
  expect(readFileSync(join(copy, "file.ts"), "utf8")).toBe("const one = 1;\n");
}

/** A document may name a command without its arguments, and one part of a check for the whole. */
const shortened = (command: string) =>
  command.replace(/^npm run check -- .*/, "npm run check").replace(/ …$/, "");

test("every command in the documents works as written", async () => {
  const known = [...Object.keys(tried), ...IN_CI, ...ELSEWHERE];
  const unknown = commandsOfDocuments().filter(
    (command) => !known.some((name) => name.startsWith(shortened(command))),
  );
  expect(unknown).toEqual([]);
  for (const [command, run] of Object.entries(tried)) await test.step(command, run);
});
