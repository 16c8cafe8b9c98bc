import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
/** What is shipped: these workspaces, and with the root package the Node that runs them. */
const SHIPPED = ["", "contract", "matching", "geo", "server", "web"];
const ROW = /^\| `([^`]+)` +\| .*\| +([^|]+?) +\|$/gm;
/** Licences compatible with AGPL-3.0-or-later. Review a new one before adding it here. */
const KNOWN = new Set(
  `MIT, MIT-0, ISC, 0BSD, BSD-2-Clause, BSD-3-Clause, Apache-2.0, CC0-1.0, OFL-1.1, MPL-2.0, LGPL-3.0-or-later,
  BlueOak-1.0.0, (MIT OR Apache-2.0), (MIT OR CC0-1.0), Apache-2.0 AND LGPL-3.0-or-later,
  Apache-2.0 AND LGPL-3.0-or-later AND MIT, MIT AND OFL-1.1, (MIT AND Zlib)`.split(/,\s*/),
);
/** Licences from a package's own text, if its metadata has none. */
const READ: Readonly<Record<string, string>> = { "node_modules/xmlhttprequest-ssl": "MIT" };

interface Package {
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly link?: boolean;
}
type Lock = Readonly<Record<string, Package>>;

const { packages: lock }: { packages: Lock } = JSON.parse(
  readFileSync(join(root, "package-lock.json"), "utf8"),
);

const namesOf = ({ dependencies = {}, optionalDependencies = {} }: Package): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies }).filter(
    (name) => !name.startsWith("@commonlane/"),
  );

/** The lockfile entry that `from` gets when it imports a package by name, resolved like Node. */
function found(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.replace(/\/?(node_modules\/)?[^/]*(\/[^/]*)?$/, "")) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === "") return undefined;
  }
}

/** Direct dependencies of the product, and all of theirs. */
function shipped(): { direct: Map<string, string>; all: Set<string> } {
  const direct = new Map<string, string>();
  const all = new Set<string>();
  const follow = (from: string): void => {
    for (const name of namesOf(lock[from] ?? {})) {
      const path = found(name, from);
      if (path === undefined) continue;
      if (SHIPPED.includes(from)) direct.set(name, lock[path]?.license ?? "unknown");
      if (all.has(path)) continue;
      all.add(path);
      follow(path);
    }
  };
  SHIPPED.forEach(follow);
  return { direct, all };
}

/** Problems of the list, one line each. */
function problemsOf(
  rows: readonly (readonly [string, string])[],
  direct: ReadonlyMap<string, string>,
): string[] {
  const listed = new Map(rows);
  return [
    ...[...direct].flatMap(([name, licence]) => {
      const said = listed.get(name);
      if (said === undefined) return [`THIRD-PARTY.md does not name ${name} (${licence}).`];
      return said === licence
        ? []
        : [`THIRD-PARTY.md says ${said} of ${name}, which is under ${licence}.`];
    }),
    ...rows.flatMap(([name], n) => {
      if (rows.findIndex(([other]) => other === name) !== n)
        return [`THIRD-PARTY.md names ${name} twice.`];
      return direct.has(name)
        ? []
        : [`THIRD-PARTY.md names ${name}, which the product does not ask for.`];
    }),
  ];
}

const { direct, all } = shipped();
const markdown = readFileSync(join(root, "THIRD-PARTY.md"), "utf8");
const rows = [...markdown.matchAll(ROW)].map(
  ([, name = "", licence = ""]) => [name, licence] as const,
);

// A checker that no longer works would pass everything, so it must find planted faults first.
const [first] = rows;
const planted = first
  ? [...rows.slice(1), [first[0], "Beerware"] as const, ["planted", "MIT"] as const]
  : [];
const sees =
  problemsOf(planted, direct).length === problemsOf(rows, direct).length + 2 && all.size > 100;
const unread = [...all].flatMap((path) => {
  const licence = lock[path]?.license ?? READ[path] ?? "no licence";
  const name = path.replace(/.*node_modules\//, "");
  return KNOWN.has(licence) ? [] : [`${name} is under ${licence}, which nobody has read yet.`];
});
const wrong = sees
  ? [...problemsOf(rows, direct), ...unread]
  : ["The check of licences sees nothing."];
for (const line of wrong) process.stderr.write(`${line}\n`);
if (wrong.length === 0) {
  process.stdout.write(
    `${direct.size} libraries are named with their licences; ${all.size} are under such that fit.\n`,
  );
}
process.exitCode = wrong.length === 0 ? 0 : 1;
