import type { Town } from "./towns.ts";
import type { Outcome } from "./scenario.ts";

interface ScriptedRide {
  readonly host: string;
  readonly route: readonly [Town, ...Town[]];
  readonly inDays: number;
  /** Minutes after midnight. */
  readonly minute: number;
  readonly seats: number;
  readonly euros: number;
  readonly instant?: boolean;
  readonly note?: string;
  readonly seatRequests: readonly {
    readonly seeker: string;
    readonly from: Town;
    readonly to: Town;
    readonly seats: number;
    readonly agoMinutes: number;
    readonly outcome: Outcome;
    readonly message: string;
  }[];
  /** Messages in the ride's conversation, or in a direct one if `privateWith` is set. */
  readonly conversation?: {
    readonly privateWith?: string;
    readonly messages: readonly (readonly [by: string, agoMinutes: number, text: string])[];
  };
}

/** Rides prepared for the users on the demo page. */
export const scriptedRides: readonly ScriptedRide[] = [
  // Arrived but not rated.
  {
    host: "Amara Okafor",
    route: ["Köln", "Mainz", "Freiburg im Breisgau"],
    inDays: -1,
    minute: 420,
    seats: 3,
    euros: 17,
    seatRequests: [
      {
        seeker: "Diego Hernández",
        from: "Köln",
        to: "Freiburg im Breisgau",
        seats: 1,
        agoMinutes: 3_000,
        outcome: "accepted",
        message: "Back home after the weekend. Could I have the front seat again?",
      },
      {
        seeker: "Giulia Conti",
        from: "Mainz",
        to: "Freiburg im Breisgau",
        seats: 1,
        agoMinutes: 2_950,
        outcome: "accepted",
        message: "I can be at the main station in Mainz.",
      },
    ],
    conversation: {
      messages: [
        ["Diego Hernández", 80, "Home again. Thank you, that was the quietest drive in weeks."],
        ["Giulia Conti", 74, "Same here, and thank you for waiting at the station."],
        ["Amara Okafor", 60, "My pleasure. I'm driving there again next week, just ask."],
      ],
    },
  },
  {
    host: "Amara Okafor",
    route: ["Freiburg im Breisgau", "Mainz", "Köln"],
    inDays: 1,
    minute: 465,
    seats: 3,
    euros: 18,
    note: "Leaving from the car park behind the main station. One stop for coffee before Mainz.",
    seatRequests: [
      {
        seeker: "Giulia Conti",
        from: "Karlsruhe",
        to: "Bonn",
        seats: 2,
        agoMinutes: 52,
        outcome: "pending",
        message:
          "Hello Amara! A friend and I could wait right at the motorway exit Karlsruhe-Mitte, so you don't lose any time.",
      },
      {
        seeker: "Arjun Mehta",
        from: "Freiburg im Breisgau",
        to: "Mainz",
        seats: 1,
        agoMinutes: 24,
        outcome: "pending",
        message: "Good morning, one person with a small rucksack. I can be at the station from seven.",
      },
    ],
    conversation: {
      privateWith: "Giulia Conti",
      messages: [
        ["Giulia Conti", 48, "Hello Amara, does the motorway exit work for you? You can call me at +49 171 3920001."],
        ["Amara Okafor", 31, "That's almost on my route. Do you two have much luggage?"],
        ["Giulia Conti", 12, "Two small backpacks. We'll be there a little early."],
      ],
    },
  },
  {
    host: "Layla Haddad",
    route: ["Basel", "Zürich"],
    inDays: 1,
    minute: 1060,
    seats: 3,
    euros: 8,
    note: "Electric and quiet. I start from the south side of the station.",
    seatRequests: [
      {
        seeker: "Amélie Girard",
        from: "Basel",
        to: "Zürich",
        seats: 1,
        agoMinutes: 1300,
        outcome: "accepted",
        message: "The archive again. Same corner as last time?",
      },
      {
        seeker: "Liam O'Connor",
        from: "Basel",
        to: "Zürich",
        seats: 1,
        agoMinutes: 900,
        outcome: "accepted",
        message: "Hi Layla, one fiddle, one folding bike, is that okay?",
      },
      {
        seeker: "Marta Kowalczyk",
        from: "Basel",
        to: "Zürich",
        seats: 1,
        agoMinutes: 70,
        outcome: "pending",
        message: "Is the third seat still free? I could be there at half past five.",
      },
    ],
    conversation: {
      messages: [
        ["Layla Haddad", 600, "Glad to have you both. I'll be on the south side of the station from half past five."],
        ["Liam O'Connor", 580, "The bike folds to the size of a suitcase, I promise."],
        ["Amélie Girard", 200, "I'm coming straight from the archive and may be two minutes late."],
      ],
    },
  },
  {
    host: "Inès Lefèvre",
    route: ["Strasbourg", "Karlsruhe", "Heidelberg", "Frankfurt am Main"],
    inDays: 1,
    minute: 380,
    seats: 3,
    euros: 13,
    instant: true,
    note: "On time, with coffee. Seats are confirmed at once, just be there.",
    seatRequests: [
      {
        seeker: "Chloé Dubois",
        from: "Strasbourg",
        to: "Karlsruhe",
        seats: 2,
        agoMinutes: 620,
        outcome: "accepted",
        message: "Rehearsal at eight, you're saving us!",
      },
      {
        seeker: "Kofi Mensah",
        from: "Heidelberg",
        to: "Frankfurt am Main",
        seats: 1,
        agoMinutes: 340,
        outcome: "accepted",
        message: "Training camp! I'll be at the station by seven fifty.",
      },
    ],
  },
  {
    host: "Thomas Keller",
    route: ["Freiburg im Breisgau", "Karlsruhe", "Bonn"],
    inDays: 2,
    minute: 570,
    seats: 3,
    euros: 16,
    seatRequests: [
      {
        seeker: "Diego Hernández",
        from: "Freiburg im Breisgau",
        to: "Bonn",
        seats: 1,
        agoMinutes: 1500,
        outcome: "accepted",
        message: "Visiting my sister. I'll bring sandwiches for everyone.",
      },
    ],
    conversation: {
      messages: [
        ["Thomas Keller", 900, "Sandwiches are the best currency. Half past nine at the station?"],
        ["Diego Hernández", 870, "Half past nine it is."],
      ],
    },
  },
  {
    host: "Katharina Vogt",
    route: ["Offenburg", "Freiburg im Breisgau", "Basel"],
    inDays: 3,
    minute: 1010,
    seats: 4,
    euros: 7,
    seatRequests: [
      {
        seeker: "Giulia Conti",
        from: "Freiburg im Breisgau",
        to: "Basel",
        seats: 1,
        agoMinutes: 1700,
        outcome: "accepted",
        message: "Concert in Basel, one seat would be great.",
      },
      {
        seeker: "Diego Hernández",
        from: "Offenburg",
        to: "Basel",
        seats: 1,
        agoMinutes: 95,
        outcome: "pending",
        message: "Could you take me to Basel Badischer Bahnhof?",
      },
    ],
  },
];

/** Hosts of scripted rides get no random rides on those days. */
export const scriptedHosts: ReadonlySet<string> = new Set(scriptedRides.map(({ host }) => host));
