import type { Endpoint, Input } from "@commonlane/contract/endpoint";
import { saveFile } from "../save-file.ts";
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
