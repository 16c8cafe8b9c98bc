import tzLookup from "@photostructure/tz-lookup";

/** The IANA zone of a position; at sea the nautical one. */
export const timeZoneAt = ({ lat, lng }: { lat: number; lng: number }): string => tzLookup(lat, lng);
