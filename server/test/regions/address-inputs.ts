import { readFileSync } from "node:fs";
import type { LatLng } from "@commonlane/contract/shapes";
import { HOUSE_DEGREES, readStreets, type StreetOfWorld } from "./address-world.ts";

/** How people write addresses in each country: what they put where, what they leave out, and what is on letters. */
const MANNERS = new URL("address-manners.tsv", import.meta.url);

/** How they shorten the kinds of streets. */
const SHORT: readonly (readonly [long: RegExp, short: string])[] = [
  [/^avenue /iu, "av. "],
  [/^boulevard /iu, "bd "],
  [/^impasse /iu, "imp. "],
  [/^route /iu, "rte "],
  [/^cours /iu, "crs "],
  [/^viale /iu, "v.le "],
  [/^piazza /iu, "p.za "],
  [/^corso /iu, "c.so "],
  [/straße$/iu, "str."],
  [/strasse$/iu, "str."],
  [/platz$/iu, "pl."],
  [/gasse$/iu, "g."],
  [/^plac /iu, "pl. "],
  [/^aleja /iu, "al. "],
  [/^osiedle /iu, "os. "],
  [/^náměstí /iu, "nám. "],
  [/^námestie /iu, "nám. "],
  [/gatan$/iu, "g."],
  [/^avenida /iu, "av. "],
  [/^rua /iu, "r. "],
  [/^praça /iu, "pç. "],
  [/gracht$/iu, "gr."],
  [/straat$/iu, "str."],
  [/ street$/iu, " st."],
  [/ road$/iu, " rd"],
  [/ avenue$/iu, " ave"],
  [/ square$/iu, " sq."],
  [/ grove$/iu, " gr."],
  [/^calle /iu, "c/ "],
  [/^plaza /iu, "pza. "],
  [/ utca$/iu, " u."],
  [/ körút$/iu, " krt."],
  [/^strada /iu, "str. "],
  [/^bulevardul /iu, "bd. "],
  [/gade$/iu, "g."],
  [/gata$/iu, "gt."],
  [/ gate$/iu, " gt."],
  [/^ulica /iu, "ul. "],
  [/ ulica$/iu, " ul."],
  [/ cesta$/iu, " c."],
  [/ prospektas$/iu, " pr."],
  [/ gatvė$/iu, " g."],
  [/ maantee$/iu, " mnt"],
  [/ tänav$/iu, " tn"],
  [/ bulvarı$/iu, " Blv."],
  [/ caddesi$/iu, " Cad."],
  [/ sokak$/iu, " Sok."],
  [/^вулиця /iu, "вул. "],
  [/^булевард /iu, "бул. "],
  [/^улица /iu, "ул. "],
  [/^carrera /iu, "Cra. "],
];

export interface AddressInput {
  readonly country: string;
  readonly typed: string;
  /** Where the house is. */
  readonly at: LatLng;
}

/** Each house of the streets in each manner of its country. */
export function addressInputs(): AddressInput[] {
  const lines = readFileSync(MANNERS, "utf8").trim().split("\n");
  const manners = lines.map((line) => line.split("\t"));
  return readStreets().flatMap((street) =>
    street.numbers.flatMap((number, n) =>
      manners.flatMap(([country, manner = ""]): AddressInput[] => {
        if (country !== street.country) return [];
        const at = {
          lat: street.lat + HOUSE_DEGREES / 2,
          lng: street.lng + HOUSE_DEGREES * (n + 1),
        };
        return [{ country, typed: write(manner, street, number), at }];
      }),
    ),
  );
}

function write(manner: string, { street, town, postcode }: StreetOfWorld, number: string): string {
  const short = SHORT.reduce((name, [long, text]) => name.replace(long, text), street);
  const [first = "", second = ""] = street.split(" - ");
  const parts: Readonly<Record<string, string>> = {
    n: number,
    m: number.split("/").at(-1) ?? "",
    s: street,
    a: short,
    l: street.normalize("NFD").replaceAll(/\p{M}/gu, "").replaceAll("ł", "l").toLowerCase(),
    x: first,
    y: second,
    z: `${second} - ${first}`,
    pc: postcode,
    p0: postcode.replaceAll(/[\s-]/gu, ""),
    t: town,
    T: town.toUpperCase(),
  };
  return manner.replaceAll(/\{(\w+)\}/gu, (_, name: string) => parts[name] ?? "");
}
