/** Secrets that only some users may read, by their place in the scenario. */
export const CANARIES = {
  surname: "Canaryname",
  email: "@example.org",
  phone: "+4930998877665",
  birthDate: "1971-03-19",
  plate: "CANARY PLATE",
  exactPlace: "Canary Lane 7",
  exactLat: "49.01947",
  // Start of an encoded polyline that starts there.
  exactLine: "ubejHemjr@",
  // Exact pickup of the seeker, whose request is pending.
  askedPlace: "Waiting Alley 3",
  askedLat: "49.97123",
  chat: "canary of a chat",
  ask: "canary of an ask",
  search: "canary of a search",
  // Contact details in messages of the host, of the seeker, whose request is pending, and of the driver who makes an
  // offer.
  hostsWords: "hedy@canary.example",
  askersWords: "sue@canary.example",
  offerersWords: "stan@canary.example",
  // The passenger's rating of the host, who has not rated yet.
  blind: "canary of a rating",
  // The PIN that the passenger shows at the pickup.
  pin: "0319",
  // The passenger's reason in a disputed no-show.
  dispute: "canary of a dispute",
  // Accessibility needs of host and seeker.
  needs: "assistance-animal",
  // The host's trusted contact.
  contact: "@canary-contact.test",
  // Name of the host's group, which is not listed.
  group: "Canary group",
  // The host's last position during the trip.
  position: "48.11117",
} as const;
export type Canary = keyof typeof CANARIES;
