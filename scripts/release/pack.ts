import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { basename, dirname } from "node:path";

/**
 * Packs a folder into a .tar.gz: the same bytes for the same content, whoever builds it and when. `at` becomes the time
 * of every file, in seconds since 1970.
 */
export function packFolder(folder: string, archive: string, at: number): void {
  const sameEverywhere = ["--sort=name", `--mtime=@${at}`, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  execFileSync(
    "tar",
    [...sameEverywhere, "--use-compress-program=gzip -9 -n", "-cf", archive, "-C", dirname(folder), basename(folder)],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
}

/** SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
