import type { Ride } from "@commonlane/contract/rides";

function place(label: string, lat: number, lng: number) {
  return {
    placeId: null,
    label,
    lat,
    lng,
  };
}

const vehicle = {
  make: "Škoda",
  model: "Octavia",
  colour: "green",
  plate: "FR-CL 217",
};
/** Lisboa to Porto through Coimbra, as the server sends it. */
export const testRide = {
  id: "01a1fb9c-97b4-704a-9727-71e55b593734",
  host: {
    uid: "h",
    displayName: "A L.",
    initials: "AL",
    photo: null,
    rating: { mean: null, count: 0 },
    reliability: null,
  },
  hostId: "h",
  origin: place("Lisboa", 38.72, -9.14),
  destination: place("Porto", 41.15, -8.61),
  stops: [place("Coimbra", 40.2, -8.41)],
  routed: false,
  polyline: "",
  distanceM: 356_000,
  durationS: 17_800,
  departsAt: "2026-11-24T06:45:00.000Z",
  arrivesAt: "2026-11-24T11:41:40.000Z",
  timeZone: "Europe/Lisbon",
  eta: [],
  seatsTotal: 2,
  seatsLeft: 2,
  seatsLeftByLeg: [2, 2],
  contribution: { amountMinor: 1250, currency: "EUR" },
  vehicle,
  approval: "instant",
  maxDetourM: 7000,
  maxDetourS: 420,
  luggage: 2,
  preferences: { smoking: "no" },
  audience: "sameGender",
  membersOf: {
    id: "01970000-0000-7000-8000-000000000002",
    kind: "mark",
    name: "Member of Example University",
  },
  maxTwoInBack: true,
  note: "At the fountain.",
  status: "scheduled",
  createdAt: "2026-11-20T06:45:00.000Z",
  seriesId: null,
  seriesDay: null,
  returnOf: null,
  returnId: null,
  isPublic: false,
} satisfies Ride;
