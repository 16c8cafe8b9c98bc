import { SEEKER } from "./people.ts";
import { STATION } from "./stories.ts";

interface RideRequestStory {
  readonly seeker: string;
  readonly route: readonly [string, string];
  readonly inDays: number;
  /** Local hours between which the pickup is requested. */
  readonly hours: readonly [number, number];
  readonly note: string;
  readonly offers: readonly {
    readonly driver: string;
    readonly hour: number;
    readonly francs: number;
    readonly message: string;
  }[];
}

/** Ride requests. The drivers who offer take no other trip on that day. */
export const rideRequestStories: readonly RideRequestStory[] = [
  {
    seeker: SEEKER,
    route: [STATION, "Zürich"],
    inDays: 4,
    hours: [8, 13],
    note: "To my sister, with a birthday cake. It needs a flat place.",
    offers: [
      {
        driver: "Katharina Vogt",
        hour: 8.5,
        francs: 12,
        message: "The cake can have a seat of its own, I have six.",
      },
      {
        driver: "Håkon Berg",
        hour: 10,
        francs: 10,
        message: "I'm picking up my brother at the airport. Smooth driver!",
      },
    ],
  },
  {
    seeker: "Liam O'Connor",
    route: ["Vaduz Post", "Feldkirch"],
    inDays: 1,
    hours: [4, 6],
    note: "One fiddle, one folding bike. I know it's early.",
    offers: [],
  },
  {
    seeker: "Johanna Laternser",
    route: ["Vaduz Post", "Feldkirch"],
    inDays: 3,
    hours: [9, 12],
    note: "For the train to Wien. One large suitcase.",
    offers: [
      {
        driver: "Ingrid Negele",
        hour: 10,
        francs: 3,
        message: "A small car, but the suitcase will fit.",
      },
    ],
  },
];
