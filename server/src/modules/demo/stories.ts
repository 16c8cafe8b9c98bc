import { HOST, SEEKER, TAXI } from "./people.ts";
import type { Outcome } from "./scenario.ts";

/** A ride that the demo page leads to, or that shows a rare state. */
export interface Story {
  readonly host: string;
  /** Names of places. */
  readonly route: readonly [string, ...string[]];
  readonly inDays: number;
  /** Minutes after midnight. */
  readonly minute: number;
  readonly seats: number;
  readonly francs: number;
  readonly instant?: boolean;
  readonly note?: string;
  readonly requests: readonly {
    readonly seeker: string;
    readonly from: string;
    readonly to: string;
    readonly seats: number;
    readonly agoMinutes: number;
    readonly outcome: Outcome;
    readonly message: string;
  }[];
  /** They wait for a seat, from the first place of the route to the last. */
  readonly standby?: readonly string[];
  /** What the host did with the ride an hour ago. */
  readonly afterwards?:
    { readonly cancelledBecause: string } | { readonly leavesLaterByMinutes: number };
  /** Messages in the ride's conversation, or in a direct one if `privateWith` is set. */
  readonly conversation?: {
    readonly privateWith?: string;
    readonly messages: readonly (readonly [by: string, agoMinutes: number, text: string])[];
  };
}

export const STATION = "Schaan Bahnhof";
const UNIVERSITY = "Universität Liechtenstein";

export const stories: readonly Story[] = [
  // Arrived but not rated.
  {
    host: HOST,
    route: ["Zürich", STATION, "Vaduz Post"],
    inDays: -1,
    minute: 1060,
    seats: 3,
    francs: 14,
    requests: [
      {
        seeker: SEEKER,
        from: "Zürich",
        to: STATION,
        seats: 1,
        agoMinutes: 3_000,
        outcome: "accepted",
        message: "Back home from my sister's. Could I have the front seat again?",
      },
      {
        seeker: "Stella Papadaki",
        from: "Zürich",
        to: STATION,
        seats: 1,
        agoMinutes: 2_950,
        outcome: "accepted",
        message: "I'll come straight from the site, with one tube of plans.",
      },
    ],
    conversation: {
      messages: [
        [SEEKER, 80, "Home again. Thank you, that was the quietest drive in weeks."],
        ["Stella Papadaki", 74, "Same here, and thank you for waiting at the site."],
        [HOST, 60, "My pleasure. I'm driving there again tomorrow morning, just ask."],
      ],
    },
  },
  {
    host: HOST,
    route: ["Vaduz Post", STATION, "Zürich"],
    inDays: 1,
    minute: 410,
    seats: 3,
    francs: 14,
    note: "By way of Schaan and the lake. One stop for coffee if you like.",
    requests: [
      {
        seeker: "Stella Papadaki",
        from: STATION,
        to: "Zürich",
        seats: 1,
        agoMinutes: 52,
        outcome: "pending",
        message:
          "Hello Amara! May I join again? I could wait at the bus station in Schaan, so you don't lose any time.",
      },
      {
        seeker: "Lara Konrad",
        from: STATION,
        to: "Zürich",
        seats: 2,
        agoMinutes: 24,
        outcome: "pending",
        message: "Good morning, a friend and I have a dance workshop in Zürich. Two small bags.",
      },
    ],
    conversation: {
      privateWith: "Stella Papadaki",
      messages: [
        [
          "Stella Papadaki",
          48,
          "Does the bus station work for you? You can call me at +49 171 3920033.",
        ],
        [HOST, 31, "That's right on my way. Do you have your plans with you again?"],
        ["Stella Papadaki", 12, "Only a laptop this time. I'll be there a little early."],
      ],
    },
  },
  {
    host: HOST,
    route: ["Zürich", STATION, "Vaduz Post"],
    inDays: 1,
    minute: 1060,
    seats: 3,
    francs: 14,
    requests: [
      {
        seeker: "Sanjay Patel",
        from: "Zürich",
        to: STATION,
        seats: 1,
        agoMinutes: 700,
        outcome: "accepted",
        message: "I'll be at the main station from half past five.",
      },
    ],
  },
  {
    host: "Thomas Keller",
    route: ["Vaduz Post", STATION, "Sargans"],
    inDays: 1,
    minute: 975,
    seats: 3,
    francs: 3,
    note: "The long way round by Schaan, to fetch the post.",
    requests: [
      {
        seeker: SEEKER,
        from: STATION,
        to: "Sargans",
        seats: 1,
        agoMinutes: 1500,
        outcome: "accepted",
        message: "I'm catching the train in Sargans, at about five. I'll bring sandwiches.",
      },
    ],
    conversation: {
      messages: [
        [
          "Thomas Keller",
          900,
          "Sandwiches are the best currency. Half past four at the bus station?",
        ],
        [SEEKER, 870, "Half past four it is."],
      ],
    },
  },
  // Full, with people waiting.
  {
    host: "Manuel Heeb",
    route: ["Ruggell Kirche", "Mauren Post", UNIVERSITY],
    inDays: 1,
    minute: 475,
    seats: 2,
    francs: 2,
    instant: true,
    note: "Two seats in the back; the front one is full of posters for the open day.",
    requests: [
      {
        seeker: "Mira Kranz",
        from: "Mauren Post",
        to: UNIVERSITY,
        seats: 1,
        agoMinutes: 620,
        outcome: "accepted",
        message: "Tutorial at half past eight, you're saving me!",
      },
      {
        seeker: "Tobias Oehri",
        from: "Mauren Post",
        to: UNIVERSITY,
        seats: 1,
        agoMinutes: 540,
        outcome: "accepted",
        message: "After rowing, so a bit hungry.",
      },
    ],
    standby: ["Verena Biedermann", "Nils Frommelt"],
  },
  {
    host: "Martina Quaderer",
    route: [STATION, "Vaduz Post", "Chur"],
    inDays: 2,
    minute: 460,
    seats: 3,
    francs: 7,
    requests: [
      {
        seeker: "Valentin Walser",
        from: "Vaduz Post",
        to: "Chur",
        seats: 1,
        agoMinutes: 1400,
        outcome: "accepted",
        message: "Chess tournament in Chur. I'll be quiet on the way there.",
      },
    ],
    afterwards: { cancelledBecause: "The car failed its inspection. I'm very sorry." },
  },
  // Passengers have to confirm the new time.
  {
    host: "Pascal Meier",
    route: [STATION, "St. Gallen"],
    inDays: 2,
    minute: 390,
    seats: 3,
    francs: 6,
    requests: [
      {
        seeker: "Gabriel Costa",
        from: STATION,
        to: "St. Gallen",
        seats: 1,
        agoMinutes: 1200,
        outcome: "accepted",
        message: "One drum, it folds.",
      },
    ],
    afterwards: { leavesLaterByMinutes: 45 },
  },
  {
    host: TAXI,
    route: ["Buchs", "Zürich"],
    inDays: 2,
    minute: 300,
    seats: 6,
    francs: 10,
    instant: true,
    note: "Airport transfer, fixed price, cash in advance. Also at night. Write to me directly.",
    requests: [],
    conversation: {
      privateWith: "Ivana Kovač",
      messages: [
        [
          TAXI,
          400,
          "You fly often? I take you to the airport for 80 francs. Pay half in advance and the seat is yours.",
        ],
        ["Ivana Kovač", 380, "That's not what this community is for."],
        [TAXI, 370, "Everybody does it. Last offer: 70, payment today."],
      ],
    },
  },
];
