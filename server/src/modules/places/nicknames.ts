/** What people say or mistype beyond one letter, by the name that is meant; both folded. */
const NICKNAMES: Readonly<Record<string, string>> = {
  edinburgh: "edinborough edinboro edinbrough auldreekie",
  shertogenbosch: "denbosch",
  warsawchopinairport: "okecie warszawaokecie lotniskookecie",
  birmingham: "brum",
  loughborough: "luffborough luffbra",
  middlesbrough: "middlesborough",
  gloucester: "gloster glouster",
  sanfrancisco: "frisco",
  philadelphia: "philly",
  lasvegas: "vegas",
  neworleans: "nola",
  mexicocity: "cdmx",
  saopaulo: "sampa",
  buenosaires: "bsas",
  kitzbuhel: "kitz",
  lech: "lechamarlberg",
  garmischpartenkirchen: "garmisch",
  monchengladbach: "mgladbach",
  kaiserslautern: "klautern lautern",
  ludwigshafen: "luhafen",
  konigswusterhausen: "kwusterhausen",
  saintetienne: "stetienne",
  donostia: "sansebastian donosti",
  barcelona: "barna bcn",
  ljubljana: "laibach",
  gdansk: "danzig",
  wroclaw: "breslau",
  rotterdam: "rdam",
  amsterdam: "mokum",
  frankfurtammain: "ffm",
  berlin: "bln",
  hamburg: "hh",
  prenzlauerberg: "prenzlberg prenzelberg",
  kreuzberg: "xberg",
  friedrichshain: "fhain",
  friedrichshainkreuzberg: "xhain",
  neukolln: "kreuzkolln kreuzkoelln",
  huez: "alpedhuez lalpedhuez",
  // Streets and squares.
  kurfurstendamm: "kudamm",
  mariahilferstrasse: "mahu mahue",
  karlliebknechtstrasse: "karli",
  boxhagenerplatz: "boxi",
  champselysees: "leschamps",
};

const meant = new Map(
  Object.entries(NICKNAMES).flatMap(([name, nicknames]) =>
    nicknames.split(" ").map((nickname) => [nickname, name] as const),
  ),
);

/** The folded name that a folded nickname or common misspelling means. */
export const nameOfNickname = (key: string): string | undefined => meant.get(key);
