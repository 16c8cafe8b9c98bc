import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Sum of the sizes of the files in a folder; files that disappear during the call do not count. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return 0;
    return (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
