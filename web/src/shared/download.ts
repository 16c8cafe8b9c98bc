import { networkError } from "./api-error.ts";
import { tokenSource } from "./session/token-source.ts";

/** Fetches a file that only its owner may read, and hands it to the browser to be kept under this name. Throws an ApiError. */
export async function download(path: `/${string}`, name: string): Promise<void> {
  const token = await tokenSource().fresh();
  const response = await fetch(`/api${path}`, {
    cache: "no-store",
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  if (!response?.ok) throw networkError();
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
