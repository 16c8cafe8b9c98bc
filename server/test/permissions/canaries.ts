/** What only some may read, and where it is hidden in the scene. */
export const CANARIES = {
  surname: "Canaryname",
  email: "@example.org",
  phone: "+4930998877665",
  birthDate: "1971-03-19",
  plate: "CANARY PLATE",
  exactPlace: "Canary Lane 7",
  exactLat: "49.01947",
  // How a line begins that begins there.
  exactLine: "ubejHemjr@",
  // Where the seeker, who is not answered yet, wants to get in.
  askedPlace: "Waiting Alley 3",
  askedLat: "49.97123",
  chat: "canary of a chat",
  ask: "canary of an ask",
  search: "canary of a search",
  // How to reach them, in the words of the host, of the seeker, who is not answered yet, and of who offers a ride.
  hostsWords: "hedy@canary.example",
  askersWords: "sue@canary.example",
  offerersWords: "stan@canary.example",
  // What the passenger said of the host, who has not said anything yet.
  blind: "canary of a rating",
  // What the passenger says at the pickup.
  pin: "0319",
  // Why the passenger says that they did not travel.
  dispute: "canary of a dispute",
  // What the host needs, and the seeker.
  needs: "assistance-animal",
  // Whom the host trusts.
  contact: "@canary-contact.test",
  // Where the host was last, on the way.
  position: "48.11117",
} as const;
export type Canary = keyof typeof CANARIES;
