/** Stops with their position, as `id: name, lat, lng`. */
export const STOPS: Readonly<Record<string, readonly [string, number, number]>> = {
  zurich: ["Zürich HB", 47.3779, 8.5402],
  sargans: ["Sargans", 47.0446, 9.4455],
  landquart: ["Landquart", 46.9676, 9.554],
  chur: ["Chur", 46.8533, 9.5294],
  buchs: ["Buchs SG", 47.1683, 9.4787],
  feldkirch: ["Feldkirch", 47.2411, 9.604],
  schaanVaduz: ["Schaan-Vaduz", 47.16859, 9.50816],
  nendeln: ["Nendeln", 47.2018, 9.5422],
  sargansBus: ["Sargans, Bahnhof", 47.0449, 9.446],
  truebbach: ["Trübbach, Dorf", 47.0725, 9.4806],
  balzers: ["Balzers, Roxy", 47.07522, 9.51171],
  triesen: ["Triesen, Post", 47.11128, 9.52433],
  triesenberg: ["Triesenberg, Post", 47.11826, 9.54318],
  malbun: ["Malbun, Zentrum", 47.10089, 9.61043],
  vaduz: ["Vaduz, Post", 47.13868, 9.52176],
  university: ["Vaduz, Universität", 47.14993, 9.51177],
  schaan: ["Schaan, Bahnhof", 47.16812, 9.50858],
  buchsBus: ["Buchs SG, Bahnhof", 47.1681, 9.4791],
  nendelnBus: ["Nendeln, Bahnhof", 47.2019, 9.54234],
  eschen: ["Eschen, Post", 47.21237, 9.52393],
  bendern: ["Bendern, Post", 47.21043, 9.50277],
  ruggell: ["Ruggell, Kirche", 47.24167, 9.52853],
  mauren: ["Mauren, Post", 47.21865, 9.54252],
  schaanwald: ["Schaanwald, Zollamt", 47.21741, 9.56889],
  feldkirchBus: ["Feldkirch, Bahnhof", 47.2407, 9.6036],
};

const TRAIN = 2;
export const BUS = 3;
export const DAYS = {
  daily: "1,1,1,1,1,1,1",
  workdays: "1,1,1,1,1,0,0",
  weekendNights: "0,0,0,0,1,1,0",
};

/** A line in both directions: stops with their minutes, and when trips begin, in minutes after midnight. */
export interface ExampleLine {
  readonly name: string;
  readonly type: number;
  readonly days: keyof typeof DAYS;
  readonly stops: readonly (readonly [string, number])[];
  readonly every: number;
  readonly there: readonly [number, number];
  readonly back: readonly [number, number];
}

const at = (hours: number, minutes: number): number => hours * 60 + minutes;

export const LINES: readonly ExampleLine[] = [
  {
    name: "IC 3",
    type: TRAIN,
    days: "daily",
    stops: [
      ["chur", 0],
      ["landquart", 9],
      ["sargans", 22],
      ["zurich", 75],
    ],
    every: 30,
    there: [at(5, 8), at(22, 38)],
    back: [at(6, 7), at(23, 7)],
  },
  {
    name: "RE 13",
    type: TRAIN,
    days: "daily",
    stops: [
      ["buchs", 0],
      ["sargans", 13],
      ["landquart", 25],
      ["chur", 34],
    ],
    every: 60,
    there: [at(5, 40), at(23, 40)],
    back: [at(5, 16), at(22, 16)],
  },
  {
    name: "RJX",
    type: TRAIN,
    days: "daily",
    stops: [
      ["zurich", 0],
      ["sargans", 55],
      ["buchs", 68],
      ["feldkirch", 92],
    ],
    every: 120,
    there: [at(6, 40), at(20, 40)],
    back: [at(7, 26), at(21, 26)],
  },
  {
    name: "S 2",
    type: TRAIN,
    days: "workdays",
    stops: [
      ["buchs", 0],
      ["schaanVaduz", 5],
      ["nendeln", 10],
      ["feldkirch", 20],
    ],
    every: 60,
    there: [at(6, 5), at(19, 5)],
    back: [at(6, 33), at(19, 33)],
  },
  {
    name: "11",
    type: BUS,
    days: "daily",
    stops: [
      ["sargansBus", 0],
      ["truebbach", 9],
      ["balzers", 18],
      ["triesen", 26],
      ["vaduz", 33],
      ["university", 36],
      ["schaan", 42],
      ["nendelnBus", 49],
      ["eschen", 53],
      ["mauren", 58],
      ["feldkirchBus", 73],
    ],
    every: 30,
    there: [at(5, 35), at(22, 35)],
    back: [at(5, 10), at(22, 10)],
  },
  {
    name: "12",
    type: BUS,
    days: "daily",
    stops: [
      ["buchsBus", 0],
      ["schaan", 9],
      ["university", 14],
      ["vaduz", 18],
    ],
    every: 30,
    there: [at(5, 50), at(23, 50)],
    back: [at(5, 25), at(23, 25)],
  },
  {
    name: "13",
    type: BUS,
    days: "daily",
    stops: [
      ["schaan", 0],
      ["bendern", 10],
      ["eschen", 16],
      ["mauren", 21],
      ["schaanwald", 26],
      ["feldkirchBus", 38],
    ],
    every: 60,
    there: [at(5, 48), at(22, 48)],
    back: [at(6, 2), at(23, 2)],
  },
  {
    name: "21",
    type: BUS,
    days: "daily",
    stops: [
      ["vaduz", 0],
      ["triesen", 7],
      ["triesenberg", 16],
      ["malbun", 33],
    ],
    every: 60,
    there: [at(6, 35), at(20, 35)],
    back: [at(7, 20), at(21, 20)],
  },
  {
    name: "31",
    type: BUS,
    days: "daily",
    stops: [
      ["schaan", 0],
      ["bendern", 10],
      ["ruggell", 20],
    ],
    every: 60,
    there: [at(6, 18), at(22, 18)],
    back: [at(5, 45), at(21, 45)],
  },
  {
    name: "N 11",
    type: BUS,
    days: "weekendNights",
    stops: [
      ["feldkirchBus", 0],
      ["mauren", 14],
      ["eschen", 19],
      ["schaan", 29],
      ["vaduz", 38],
      ["triesen", 45],
      ["balzers", 53],
    ],
    every: 60,
    there: [at(24, 30), at(26, 30)],
    back: [at(24, 10), at(26, 10)],
  },
];
