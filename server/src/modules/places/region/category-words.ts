import type { Tags } from "@commonlane/geo/osm/read-extract";

/** What people call such a place without knowing its name, in the languages of the product and of its neighbours. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "shop=supermarket": [
    "Supermarkt",
    "supermarket",
    "supermarché",
    "supermercado",
    "supermercato",
    "سوبرماركت",
  ],
  "shop=bakery": ["Bäckerei", "bakery", "boulangerie", "panadería", "panificio", "مخبز"],
  "shop=doityourself": [
    "Baumarkt",
    "DIY store",
    "hardware store",
    "magasin de bricolage",
    "ferretería",
  ],
  "shop=mall": [
    "Einkaufszentrum",
    "mall",
    "shopping centre",
    "centre commercial",
    "centro comercial",
    "مول",
  ],
  "amenity=fuel": [
    "Tankstelle",
    "fuel",
    "petrol station",
    "gas station",
    "station-service",
    "gasolinera",
    "محطة وقود",
  ],
  "amenity=charging_station": [
    "Ladestation",
    "charging station",
    "borne de recharge",
    "punto de carga",
  ],
  "amenity=pharmacy": ["Apotheke", "pharmacy", "pharmacie", "farmacia", "صيدلية"],
  "amenity=post_office": ["Post", "post office", "poste", "correos", "مكتب بريد"],
  "amenity=townhall": [
    "Rathaus",
    "town hall",
    "mairie",
    "hôtel de ville",
    "ayuntamiento",
    "municipio",
  ],
  "amenity=library": ["Bibliothek", "library", "bibliothèque", "biblioteca", "مكتبة"],
  "amenity=cinema": ["Kino", "cinema", "cinéma", "cine", "سينما"],
  "amenity=bank": ["Bank", "banque", "banco", "بنك"],
  "amenity=police": ["Polizei", "police", "policía", "شرطة"],
  "building=church": ["Kirche", "church", "église", "iglesia", "chiesa", "كنيسة"],
  "building=mosque": ["Moschee", "mosque", "mosquée", "mezquita", "moschea", "مسجد"],
  "amenity=restaurant": ["Restaurant", "restaurante", "ristorante", "مطعم"],
  "amenity=cafe": ["Café", "caffè", "مقهى"],
  "tourism=hotel": ["Hotel", "hôtel", "albergo", "فندق"],
  "tourism=museum": ["Museum", "musée", "museo", "متحف"],
  "leisure=fitness_centre": [
    "Fitnessstudio",
    "gym",
    "fitness",
    "salle de sport",
    "gimnasio",
    "palestra",
    "نادي رياضي",
  ],
  "leisure=swimming_pool": [
    "Schwimmbad",
    "Hallenbad",
    "swimming pool",
    "piscine",
    "piscina",
    "مسبح",
  ],
  "leisure=sports_centre": ["Sporthalle", "sports centre", "gymnase", "polideportivo"],
};

export const CATEGORY_WORDS: readonly string[] = Object.values(WORDS).flat();

/** Words by which a place is looked for like by its name; empty for most places. */
export const categoryWords = (tags: Tags): readonly string[] =>
  ["shop", "amenity", "leisure", "tourism", "building"].flatMap(
    (key) => WORDS[`${key}=${tags[key] ?? ""}`] ?? [],
  );
