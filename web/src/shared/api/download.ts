import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { networkError } from "./api-error.ts";
import { call } from "./api-client.ts";

/** Fetches a file that only its owner may read, and hands it to the browser to be kept under this name. Throws an ApiError. */
export async function download<E extends Endpoint>(file: E, input: Input<E>, name: string): Promise<void> {
  const bytes = await call(file, input);
  if (!(bytes instanceof Blob)) throw networkError();
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
