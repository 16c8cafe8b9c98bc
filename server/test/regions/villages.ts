/** The villages of Liechtenstein. */
export const VILLAGES = {
  balzers: { label: "Balzers", lat: 47.0666, lng: 9.5033 },
  triesen: { label: "Triesen", lat: 47.1072, lng: 9.5281 },
  triesenberg: { label: "Triesenberg", lat: 47.1181, lng: 9.5419 },
  vaduz: { label: "Vaduz", lat: 47.141, lng: 9.5209 },
  schaan: { label: "Schaan", lat: 47.1664, lng: 9.5105 },
  planken: { label: "Planken", lat: 47.1858, lng: 9.5445 },
  eschen: { label: "Eschen", lat: 47.2107, lng: 9.5223 },
  mauren: { label: "Mauren", lat: 47.218, lng: 9.5442 },
  gamprin: { label: "Gamprin", lat: 47.2203, lng: 9.5095 },
  ruggell: { label: "Ruggell", lat: 47.2382, lng: 9.5249 },
  schellenberg: { label: "Schellenberg", lat: 47.2312, lng: 9.5473 },
};
