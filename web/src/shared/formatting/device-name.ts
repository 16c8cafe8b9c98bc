import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The name of a device as the server stores it, such as "Chrome on Linux", in the reader's language. */
export function formatDevice(stored: string): string {
  const [browser = "", system] = stored.split(" on ");
  if (system === undefined) return stored;
  return i18n._(
    msg({
      comment: "Name of a device, such as: Chrome on Linux.",
      message: `${browser} on ${system}`,
    }),
  );
}
