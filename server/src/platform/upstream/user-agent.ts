import type { Settings } from "../settings.ts";

/** User-Agent with name and contact, as the usage policies of public services require. */
export const buildUserAgent = ({ COMMUNITY_NAME, PUBLIC_URL, SUPPORT_EMAIL }: Settings): string => {
  const contact = [PUBLIC_URL, SUPPORT_EMAIL].filter((part) => part !== undefined).join("; ");
  return toAscii(`Commonlane/1 (${COMMUNITY_NAME}; ${contact})`);
};

/** Headers are limited to ASCII. */
const toAscii = (text: string) => text.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
