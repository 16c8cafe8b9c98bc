import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { networkError } from "./api-error.ts";
import { call } from "./api-client.ts";

/** Downloads a private file and saves it under this name. Throws an ApiError. */
export async function download<E extends Endpoint>(
  file: E,
  input: Input<E>,
  name: string,
): Promise<void> {
  const bytes = await call(file, input);
  if (!(bytes instanceof Blob)) throw networkError();
  saveFile(bytes, name);
}

/** Lets the browser save a file under this name. */
export function saveFile(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Later, because some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
