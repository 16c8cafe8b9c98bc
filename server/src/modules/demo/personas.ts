import type { Preferences } from "@commonlane/contract/profiles";

/** A demo user. Users with a car host rides. */
export interface Persona {
  readonly first: string;
  readonly last: string;
  readonly gender: "female" | "male" | "nonbinary";
  readonly languages: readonly string[];
  readonly bio: string | undefined;
  readonly preferences: Preferences;
  readonly car: Car | undefined;
}
interface Car {
  readonly make: string;
  readonly model: string;
  readonly colour: string;
  readonly plate: string;
  readonly seats: number;
}

// One user per line: name, gender, languages, bio, and car if they have one.
const PERSONA_TABLE = `
Amara Okafor | f | en fr de | Postdoc in hydrology, on the motorway every other week. Audiobooks or a good chat, both are fine. | Škoda | Octavia | Petrol blue | FR-AO 218 | 4
Inès Lefèvre | f | fr de en | I teach in Frankfurt and live in Strasbourg. Always on time, always with coffee. | Renault | Mégane E-Tech | White | GK-482-LM | 4
Layla Haddad | f | ar fr de | Architect. Basel to Zürich most weekdays, and back in the evening. | Volkswagen | ID.3 | Silver | BS 48213 | 3
Jonas Weber | m | de en | Physicist, cellist, slow driver on principle. | Volkswagen | Golf | Dark green | KA-JW 704 | 4
Mateo Rossi | m | it de en | Mountain guide at weekends. There's always room for a rucksack. | Fiat | Doblò | Red | KN-MR 39 | 6
Zofia Kowalska | f | pl de en | Choir on Wednesdays in Mainz. I hum, sorry. | Toyota | Yaris | Grey | MZ-ZK 512 | 3
Tariq Aziz | m | ur en de | Software, cricket, two kids. There may be crumbs on the middle seat. | Opel | Zafira | Black | DA-TA 861 | 6
Hanna Lindqvist | f | sv en de | Long drives calm me down. Quiet car in the morning, please. | Volvo | V60 | Sand | HD-HL 77 | 4
Emeka Nwosu | m | en ig de | Nurse on shifts, so my rides leave at odd hours. | Ford | Focus | Blue | S-EN 2043 | 4
Camille Moreau | x | fr en | Sound engineer. The car has better speakers than brakes (the brakes are fine). | Peugeot | 308 | Pearl white | FB-109-QT | 4
Lukas Brunner | m | de fr | Carpenter from the Bernese side. Tools travel in the roof box. | Subaru | Forester | Green | BE 301 774 | 4
Priyanka Nair | f | ml en de | Data person at the university hospital. Vegetarian snacks for everyone. | Hyundai | Kona | Teal | HD-PN 418 | 4
Sebastián Vega | m | es en de | Doctoral student, drives home to Köln on Fridays. | Seat | León | White | KA-SV 990 | 4
Miriam Goldberg | f | he de en | Violist with an estate car, for obvious reasons. | Škoda | Superb | Anthracite | F-MG 1188 | 3
Thomas Keller | m | de | Retired teacher. I know every lay-by between Basel and Bonn. | Mercedes-Benz | B 180 | Silver | FR-TK 60 | 4
Aylin Demir | f | tr de en | Runs a bakery's accounts. Bread often included. | Dacia | Jogger | Terracotta | MA-AD 345 | 6
Niklas Sørensen | m | da de en | Wind engineer. The car is electric, so one short stop at the charger. | Tesla | Model 3 | Blue | S-NS 2107 | 4
Chiara Bianchi | f | it fr de | Museum guide in Colmar, sings along to everything. | Fiat | 500L | Yellow | EY-774-PC | 3
Benedikt Huber | m | de en | Train driver by day. By night I drive something that can leave its lane. | Audi | A4 Avant | Grey | UL-BH 81 | 4
Fatou Diallo | f | fr wo en | Lawyer for renters. I read your contract at the rest stop. | Citroën | C4 | Black | GA-330-FD | 4
Oleksandr Bondar | m | uk de en | Machine builder. Weekends with the family in Ulm. | Kia | Ceed | White | KL-OB 219 | 4
Eva-Maria Schmitt | f | de fr | Forester. Mud on the mats is mine, not yours. | Suzuki | Vitara | Olive | LD-ES 407 | 3
Rashid Karimi | m | fa de en | Goldsmith. I drive carefully and I brake for cats. | Honda | Jazz | Red | WI-RK 58 | 3
Marie-Claude Nguyen | f | fr vi en | Paediatrician, between Saarbrücken and Mannheim since 2019. | Renault | Captur | Orange | SB-MN 712 | 4
Daniel Osei | m | en tw de | Community radio. Passengers may be interviewed. | Mazda | 3 | Dark red | K-DO 555 | 4
Katharina Vogt | f | de en it | Bookbinder. I like to take the road through the Kinzig valley. | Volkswagen | Touran | Blue | OG-KV 144 | 6
Ravi Subramaniam | m | ta en de | Tea, chess, and a very clean car. | Toyota | Corolla | Bronze | F-RS 3021 | 4
Nora Jensen | f | no de en | Student of restoration, shares her mother's car. | Volvo | V40 | Brown | TR-NJ 26 | 3
Paul Steiner | m | de rm | From Luzern to wherever the climbing is. | Volkswagen | Caddy | White | LU 118 402 | 4
Yasmin El Amrani | f | ar fr de | Commutes between two labs and has heard every podcast. | Cupra | Born | Copper | TÜ-YA 303 | 3
Yuki Tanaka | f | ja en | New in Karlsruhe, exchange year.
Noah Fischer | m | de en | Apprentice luthier with a large case.
Aisha Bello | f | ha en | Masters in public health.
Liam O'Connor | m | en ga | Fiddle, folding bike, early riser.
Sofia Petrova | f | bg de en
Diego Hernández | m | es en | Visiting my sister in Bonn most weekends.
Mei Lin Chen | f | zh en de | Quiet company, always with a book.
Anton Novák | m | cs de
Leila Rahimi | f | fa de | Midwife in training.
Kofi Mensah | m | en de | Handball with the Mannheim juniors.
Giulia Conti | f | it en | Erasmus in Freiburg until July.
Arjun Mehta | m | hi en de
Elif Yılmaz | f | tr de | Two people, one suitcase, most of the time.
Maximilian Roth | m | de | Never late, ask anyone.
Chloé Dubois | f | fr de | Contemporary dancer; I stretch at every stop.
Samuel Tesfaye | m | am en de | Library science.
Ingrid Haugen | f | no en
Bruno Almeida | m | pt en de | Cook. Ask me where to eat on the way.
Thuy Pham | f | vi de | Opticians' school, Tübingen.
Robin Maier | x | de en | Travels with a small, polite dog.
Hassan Jaber | m | ar de | Evening classes in Mainz.
Lucía Fernández | f | es de en | Astronomy. I fall asleep quickly.
Ondřej Dvořák | m | cs en
Grace Wanjiru | f | sw en de | Choir, again.
Viktor Lindgren | m | sv en | Cyclocross; the bike comes apart.
Amélie Girard | f | fr en | Between Mulhouse and Zürich for the archive.
Tobias Frei | m | de
Nadia Hussein | f | so en de | Law finals this spring.
Ji-woo Park | m | ko en de | Organ builder's trainee.
Marta Kowalczyk | f | pl de | Happy with the radio, happy without.
`;

const GENDERS: Readonly<Record<string, Persona["gender"]>> = { f: "female", m: "male", x: "nonbinary" };
const likes: readonly Preferences[] = [
  { smoking: "no", music: "some" },
  { smoking: "no", pets: "small", talk: "some" },
  {},
  { smoking: "breaks", music: "loud", talk: "lots" },
  { smoking: "no", pets: "yes", music: "quiet", talk: "quiet" },
];

function parsePersona(row: string, n: number): Persona {
  const [name = "", gender = "", languages = "", bio, make, model, colour, plate, seats] = row.split(" | ");
  const [first = "", ...last] = name.split(" ");
  return {
    first,
    last: last.join(" "),
    gender: GENDERS[gender] ?? "nonbinary",
    languages: languages.split(" "),
    bio,
    preferences: likes[n % likes.length] ?? {},
    car: make && model && colour && plate ? { make, model, colour, plate, seats: Number(seats) } : undefined,
  };
}

/** Sixty users, the same in every demo. */
export const personas: readonly Persona[] = PERSONA_TABLE.trim().split("\n").map(parsePersona);
