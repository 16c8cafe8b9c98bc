import { foldName } from "../name-matching.ts";

const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pl", "pt", "cs", "da", "sv", "hu", "tr", "ru"];
const CODES =
  "AD AE AF AL AM AR AT AU AZ BA BD BE BG BR BY CA CH CL CN CO CU CY CZ DE DK DZ EC EE EG ES FI FO FR GB GE GI GR HK HR HU ID IE IL IN IQ IR IS IT JO JP KE KR KZ LB LI LK LT LU LV MA MC MD ME MK MT MX MY NG NL NO NP NZ PE PH PK PL PT QA RO RS RU SA SE SG SI SK SM SY TH TN TR TW UA US UY VA VE VN XK ZA".split(
    " ",
  );
/** Signs of cars and other short names. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  d: "DE",
  a: "AT",
  f: "FR",
  i: "IT",
  e: "ES",
  b: "BE",
  fl: "LI",
  uk: "GB",
  england: "GB",
  scotland: "GB",
  schottland: "GB",
  wales: "GB",
  ecosse: "GB",
  angleterre: "GB",
  usa: "US",
  america: "US",
  brd: "DE",
  schweiz: "CH",
  suisse: "CH",
  tschechien: "CZ",
  holland: "NL",
};

const countries = new Map<string, string>();
for (const language of LANGUAGES) {
  const names = new Intl.DisplayNames(language, { type: "region" });
  for (const code of CODES) countries.set(foldName(names.of(code) ?? code), code);
}
for (const code of CODES) countries.set(code.toLowerCase(), code);
for (const [name, code] of Object.entries(SHORT_NAMES)) countries.set(name, code);

/** Code of the country that a folded name, code or car sign means. */
export const findCountryCode = (key: string): string | undefined => countries.get(key);

/** Other names and codes of states, by the English name that places have. */
const STATES: Readonly<Record<string, string>> = {
  "DE Baden-Wurttemberg": "Baden-Württemberg BW BaWü Baden Württemberg Breisgau Schwarzwald",
  "DE Bavaria":
    "Bayern BY Bavière Baviera Oberbayern Niederbayern Franken Oberfranken Mittelfranken Unterfranken Oberpfalz Allgäu",
  "DE State of Berlin": "Berlin BE",
  "DE Brandenburg": "BB Mark",
  "DE Bremen": "HB",
  "DE Hamburg": "HH",
  "DE Hesse": "Hessen HE",
  "DE Mecklenburg-Vorpommern": "MV Mecklenburg Meckpomm Vorpommern",
  "DE Lower Saxony": "Niedersachsen NI NDS Ostfriesland",
  "DE North Rhine-Westphalia": "Nordrhein-Westfalen NRW NW Westfalen Rheinland Sauerland",
  "DE Rheinland-Pfalz": "RP RLP Rhineland-Palatinate Pfalz Eifel",
  "DE Saarland": "SL Saar",
  "DE Saxony": "Sachsen SN Saxe",
  "DE Saxony-Anhalt": "Sachsen-Anhalt ST",
  "DE Schleswig-Holstein": "SH Holstein",
  "DE Thuringia": "Thüringen TH",
  "AT Vienna": "Wien W",
  "AT Lower Austria": "Niederösterreich NÖ",
  "AT Upper Austria": "Oberösterreich OÖ",
  "AT Styria": "Steiermark",
  "AT Tyrol": "Tirol",
  "AT Carinthia": "Kärnten",
  "AT Salzburg": "Salzburgerland",
  "CH Zurich": "Zürich ZH",
  "CH Bern": "Berne BE",
  "CH Lucerne": "Luzern LU",
  "CH Uri": "UR",
  "CH Schwyz": "SZ",
  "CH Obwalden": "OW",
  "CH Nidwalden": "NW",
  "CH Glarus": "GL",
  "CH Zug": "ZG",
  "CH Fribourg": "Freiburg FR",
  "CH Solothurn": "SO",
  "CH Basel-City": "Basel-Stadt BS",
  "CH Basel-Landschaft": "Baselland BL",
  "CH Schaffhausen": "SH",
  "CH Appenzell Ausserrhoden": "AR",
  "CH Appenzell Innerrhoden": "AI",
  "CH Saint Gallen": "Sankt-Gallen SG",
  "CH Grisons": "Graubünden GR",
  "CH Aargau": "AG",
  "CH Thurgau": "TG",
  "CH Ticino": "Tessin TI",
  "CH Vaud": "Waadt VD",
  "CH Valais": "Wallis VS",
  "CH Neuchâtel": "Neuenburg NE",
  "CH Geneva": "Genf Genève GE",
  "CH Jura": "JU",
  "US Alabama": "AL",
  "US Alaska": "AK",
  "US Arizona": "AZ",
  "US Arkansas": "AR",
  "US California": "CA Kalifornien",
  "US Colorado": "CO",
  "US Connecticut": "CT",
  "US Delaware": "DE",
  "US Florida": "FL",
  "US Georgia": "GA",
  "US Hawaii": "HI",
  "US Idaho": "ID",
  "US Illinois": "IL",
  "US Indiana": "IN",
  "US Iowa": "IA",
  "US Kansas": "KS",
  "US Kentucky": "KY",
  "US Louisiana": "LA",
  "US Maine": "ME",
  "US Maryland": "MD",
  "US Massachusetts": "MA Mass",
  "US Michigan": "MI",
  "US Minnesota": "MN",
  "US Mississippi": "MS",
  "US Missouri": "MO",
  "US Montana": "MT",
  "US Nebraska": "NE",
  "US Nevada": "NV",
  "US New Hampshire": "NH",
  "US New Jersey": "NJ",
  "US New Mexico": "NM",
  "US New York": "NY",
  "US North Carolina": "NC",
  "US North Dakota": "ND",
  "US Ohio": "OH",
  "US Oklahoma": "OK",
  "US Oregon": "OR",
  "US Pennsylvania": "PA",
  "US Rhode Island": "RI",
  "US South Carolina": "SC",
  "US South Dakota": "SD",
  "US Tennessee": "TN",
  "US Texas": "TX",
  "US Utah": "UT",
  "US Vermont": "VT",
  "US Virginia": "VA",
  "US Washington": "WA",
  "US West Virginia": "WV",
  "US Wisconsin": "WI",
  "US Wyoming": "WY",
  "US Washington, D.C.": "DC",
  "CA Ontario": "ON",
  "CA Quebec": "QC Québec",
  "CA British Columbia": "BC",
  "CA Alberta": "AB",
  "IT Trentino-Alto Adige": "Südtirol Alto-Adige Trentino",
  "IT Tuscany": "Toscana Toskana",
  "IT Lombardy": "Lombardia Lombardei",
  "IT Piedmont": "Piemonte Piemont",
  "IT Sicily": "Sicilia Sizilien",
  "IT Sardinia": "Sardegna Sardinien",
  "ES Andalusia": "Andalucía Andalusien",
  "ES Catalonia": "Cataluña Catalunya Katalonien",
  "ES Balearic Islands": "Mallorca Ibiza Menorca Baleares",
  "FR Brittany": "Bretagne",
  "FR Normandy": "Normandie",
  "FR Corsica": "Corse Korsika",
  "FR Grand Est": "Alsace Elsass Lorraine Lothringen Champagne",
  "FR Île-de-France": "IDF",
  "FR Provence-Alpes-Côte d'Azur": "PACA Provence",
};
const stateNames = new Map(
  Object.entries(STATES).map(([state, names]): [string, string[]] => [state, names.split(" ").map(foldName)]),
);

/** Returns true if a folded word names a state or, with more letters, begins its name. */
export function namesState(key: string, country: string, state: string): boolean {
  if (state === "") return false;
  if (key.length >= 4 && foldName(state).startsWith(key)) return true;
  if (key.length >= 4 && state.split(/[\s-]/u).some((word) => foldName(word) === key)) return true;
  return stateNames.get(`${country} ${state}`)?.includes(key) ?? false;
}
