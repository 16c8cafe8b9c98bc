import type { Settings } from "../settings.ts";

/** Who asks and whom to write to, as the usage policies of public services want it said. */
export const buildUserAgent = ({ COMMUNITY_NAME, PUBLIC_URL, SUPPORT_EMAIL }: Settings): string => {
  const contact = [PUBLIC_URL, SUPPORT_EMAIL].filter((part) => part !== undefined).join("; ");
  return toAscii(`Commonlane/1 (${COMMUNITY_NAME}; ${contact})`);
};

/** A header holds no other signs. */
const toAscii = (text: string) => text.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
