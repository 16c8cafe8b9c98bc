import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Contrib, Enums, Models, Serialize, Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { PackageURL } from "packageurl-js";
import parseSpdx from "spdx-expression-parse";

/** An entry of `packages` in package-lock.json. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}
interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const PACKAGE_PATH = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)$/;
const licenses = new Contrib.License.Factories.LicenseFactory(
  (expression) => void parseSpdx(expression),
);

/**
 * Lists what an archive contains, as CycloneDX 1.6 in JSON: the packages installed in `folder`, and those that the web
 * app's files were built from. @throws Error if the list does not follow the standard's schema.
 */
export async function createSbom(folder: string, version: string): Promise<string> {
  const lock = readLockFile(folder);
  const product = new Models.Component(Enums.ComponentType.Application, "commonlane", { version });
  product.licenses.add(licenses.makeFromString("AGPL-3.0-or-later"));
  const components = Object.entries(lock.packages).flatMap(([path, locked]) => {
    const name = PACKAGE_PATH.exec(path)?.[1];
    return name !== undefined && isContained(join(folder, path), locked)
      ? [createComponent(name, locked)]
      : [];
  });
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: product }),
    components: new Models.ComponentRepository(uniqueBy(components, ({ purl }) => purl)),
  });
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  const json = serializer.serialize(bom, { sortLists: true, space: 1 });
  const problem = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(json);
  if (problem !== null)
    throw new Error(`The list of components is not valid: ${JSON.stringify(problem)}`);
  return json;
}

function readLockFile(folder: string): LockFile {
  const lock: LockFile = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return lock;
}

/** Packages of the web app are not installed in a release, but their code is in its files. */
function isContained(path: string, { dev, devOptional, optional, link }: LockedPackage): boolean {
  if (link) return false;
  return existsSync(path) || !(dev || devOptional || optional);
}

function createComponent(
  fullName: string,
  { version, license, integrity }: LockedPackage,
): Models.Component {
  const [name = "", group] = fullName.split("/").toReversed();
  const component = new Models.Component(Enums.ComponentType.Library, name, {
    version,
    group,
    purl: new PackageURL("npm", group, name, version, null, null).toString(),
  });
  if (license !== undefined) component.licenses.add(licenses.makeFromString(license));
  const sha512 = /^sha512-(\S+)$/.exec(integrity ?? "")?.[1];
  if (sha512 !== undefined)
    component.hashes.set(
      Enums.HashAlgorithm["SHA-512"],
      Buffer.from(sha512, "base64").toString("hex"),
    );
  return component;
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
