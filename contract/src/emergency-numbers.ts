/**
 * Emergency numbers by country (ISO 3166-1 alpha-2): police, ambulance and fire brigade if they differ. Sources: ITU
 * list of national numbers (E.129), European Commission page on 112. All other countries get 112, which mobile phones
 * everywhere route to an emergency service (3GPP TS 22.101, section 10).
 */
const SINGLE_NUMBER_COUNTRIES: Readonly<Record<string, string>> = {
  "911":
    "AG AI AR AS AW BB BM BO BQ BS BZ CA CR CW DM DO EC GD GU GY HN JM JO KN KY LC LR MP MS MX NI PA PE PH PR PW PY SA SV SX TC TO UM US UY VC VG VI VE KI MH FM",
  "999": "BH BW GB GG GI IM IO JE KE MO MU MY QA SC SG SH SZ UG ZM ZW HK BD",
  "000": "AU CX CC NF",
  "111": "NZ CK NU TK",
};

/** Police, ambulance, fire. */
const SEPARATE_NUMBERS: Readonly<Record<string, string>> = {
  AE: "999 998 997",
  BR: "190 192 193",
  CL: "133 131 132",
  CN: "110 120 119",
  CO: "123 123 123",
  CU: "106 104 105",
  DZ: "1548 14 14",
  EG: "122 123 180",
  GT: "110 128 123",
  HT: "114 116 115",
  ID: "110 118 113",
  IL: "100 101 102",
  IR: "110 115 125",
  JP: "110 119 119",
  KH: "117 119 118",
  KR: "112 119 119",
  LA: "191 195 190",
  LB: "112 140 175",
  LK: "119 1990 110",
  MA: "19 15 15",
  MM: "199 192 191",
  NP: "100 102 101",
  OM: "9999 9999 9999",
  PK: "15 1122 16",
  SN: "17 15 18",
  TH: "191 1669 199",
  TN: "197 190 198",
  TW: "110 119 119",
  VN: "113 115 114",
  ZA: "10111 10177 10177",
};

export interface EmergencyNumbers {
  readonly police: string;
  readonly ambulance: string;
  readonly fire: string;
}

/** Emergency numbers of a country; 112 if the country is unknown. */
export function getEmergencyNumbers(country: string | undefined): EmergencyNumbers {
  const code = country?.toUpperCase() ?? "";
  const three = Object.hasOwn(SEPARATE_NUMBERS, code) ? SEPARATE_NUMBERS[code] : undefined;
  if (three) {
    const [police = DEFAULT_NUMBER, ambulance = police, fire = ambulance] = three.split(" ");
    return {
      police,
      ambulance,
      fire,
    };
  }
  const [one = DEFAULT_NUMBER] =
    Object.entries(SINGLE_NUMBER_COUNTRIES).find(([, codes]) => codes.split(" ").includes(code)) ??
    [];
  return {
    police: one,
    ambulance: one,
    fire: one,
  };
}

const DEFAULT_NUMBER = "112";
