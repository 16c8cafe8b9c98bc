import type { Community } from "../community/community.ts";
import type { Settings } from "../settings.ts";

/** Whom a service can ask about our requests. */
export interface Requester {
  readonly settings: Pick<Settings, "PUBLIC_URL">;
  readonly community: Pick<Community, "name" | "supportEmail">;
}

/** User-Agent with name and contact, as the usage policies of public services require. */
export const buildUserAgent = ({ settings, community }: Requester): string => {
  const contact = [settings.PUBLIC_URL, community.supportEmail]
    .filter((part) => part !== undefined)
    .join("; ");
  return toAscii(`Commonlane/1 (${community.name}; ${contact})`);
};

/** Headers are limited to ASCII. */
function toAscii(text: string) {
  return text.normalize("NFD").replaceAll(/[^\x20-\x7e]/g, "");
}
