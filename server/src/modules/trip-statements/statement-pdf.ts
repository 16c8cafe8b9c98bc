import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import type { SharedTrip, TripStatement } from "@commonlane/contract/trip-statements";
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from "pdf-lib";
import { formatDay } from "#platform/i18n/formats.ts";
import { translatorFor } from "#platform/i18n/translate.ts";

export interface StatementOptions {
  readonly owner: { readonly name: string; readonly email: string };
  readonly communityName: string;
  readonly language: Language;
  readonly now: Date;
}

const TITLE = message("Shared trips in {year}", { comment: "Title of a document for employers." });
const OWNER = message("{name}, {email}", { comment: "Whom a document is about." });
const ISSUED = message("Issued by {community} on {day}");
const TOTALS = message(
  "{count, plural, one {# shared trip} other {# shared trips}}, {km} km shared, {kg} kg of CO₂ saved",
);
const BASIS = message(
  "Listed are trips with at least one passenger that took place according to both sides: the driver entered the passenger's code at the pickup (marked *), or neither side reported within the deadline that the trip did not take place.",
  { comment: "In a document for employers. The asterisk stands beside trips." },
);
const METHOD = message(
  "CO₂: {grams} g for each kilometre of a passenger, which is what a car of average occupancy emits per person (default: European Environment Agency, 2021, well to wheel). It is an upper bound, as if each passenger had driven. Half counts for the driver, half for the passenger.",
  { comment: "In a document for employers: how savings are calculated." },
);
const DAY = message("Day", { comment: "Title of a column." });
const ROLE = message("Role", { comment: "Title of a column: driver or passenger." });
const ROUTE = message("From – to", { comment: "Title of a column." });
const SEATS = message("Seats", { comment: "Title of a column." });
const DRIVER = message("Driver", { comment: "In a table of trips." });
const PASSENGER = message("Passenger", { comment: "In a table of trips." });
const PAGE = message("Page {page} of {pages}");

const A4 = { width: 595, height: 842 };
const MARGIN = 50;
const SIZE = 9;
const LINE_FACTOR = 1.35;
const PARAGRAPH_GAP = 5;
const ROW_HEIGHT = 13;
/** Left edges of the columns, and the right edge of the numbers at the end. */
const COLUMNS = {
  day: 50,
  role: 115,
  route: 185,
  seats: 420,
  km: 475,
  co2: 545,
};
const TEXT_WIDTH = A4.width - 2 * MARGIN;
const ROUTE_WIDTH = COLUMNS.seats - COLUMNS.route - 12;

/** A statement on A4 pages. Its fonts have the letters of Western Europe; others lose their accents or are left out. */
export async function renderStatement(
  statement: TripStatement,
  { owner, communityName, language, now }: StatementOptions,
): Promise<Buffer> {
  // The fonts of PDF readers have no Arabic letters.
  const pdfLanguage = language === "ar" ? "en" : language;
  const t = translatorFor(pdfLanguage);
  const { year, trips, distanceM, co2Grams, co2GramsPerKm } = statement;
  const number = new Intl.NumberFormat(pdfLanguage, { maximumFractionDigits: 1 });
  const km = (metres: number) => number.format(metres / 1000);

  const document = await PDFDocument.create();
  document.setTitle(t(TITLE, { year: String(year) }));
  document.setProducer("Commonlane");
  // The same trips give the same bytes.
  document.setCreationDate(new Date(Date.UTC(year, 11, 31)));
  document.setModificationDate(new Date(Date.UTC(year, 11, 31)));
  const writer = new PageWriter(document, {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  });

  writer.paragraph(t(TITLE, { year: String(year) }), { size: 18, isBold: true });
  writer.paragraph(t(OWNER, owner), { size: 11 });
  writer.paragraph(
    t(ISSUED, {
      community: communityName,
      day: formatDay(pdfLanguage, now),
    }),
  );
  const totals = {
    count: trips.length,
    km: km(distanceM),
    kg: km(co2Grams),
  };
  writer.paragraph(t(TOTALS, totals), { size: 11, isBold: true });
  writer.paragraph(t(BASIS));
  writer.paragraph(t(METHOD, { grams: number.format(co2GramsPerKm) }));

  const header = {
    day: t(DAY),
    role: t(ROLE),
    route: t(ROUTE),
    seats: t(SEATS),
  };
  writer.row({ ...header, km: "km", co2: "kg CO2" }, true);
  for (const trip of trips) writer.row(cellsOf(trip), false);
  writer.numberPages((page, pages) => t(PAGE, { page, pages }));
  return Buffer.from(await document.save({ addDefaultPage: false }));

  function cellsOf({ day, role, from, to, seats, ...trip }: SharedTrip): Cells {
    return {
      day: `${day}${trip.isConfirmedByCode ? " *" : ""}`,
      role: t(role === "driver" ? DRIVER : PASSENGER),
      route: `${withoutCountry(from)} – ${withoutCountry(to)}`,
      seats: String(seats),
      km: km(trip.distanceM),
      co2: km(trip.co2Grams),
    };
  }
}

/** Such as "Vaduz Post" of "Vaduz Post, Liechtenstein". */
const withoutCountry = (label: string): string => label.replace(/, [^,]+$/, "");

/** Letters that have no accent which could be dropped. */
const STROKE_LETTERS: Readonly<Record<string, string>> = {
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  ı: "i",
};

type Cells = Readonly<Record<keyof typeof COLUMNS, string>>;

class PageWriter {
  readonly #document: PDFDocument;
  readonly #fonts: {
    readonly plain: PDFFont;
    readonly bold: PDFFont;
  };
  readonly #letters: ReadonlySet<number>;
  #page: PDFPage;
  #y = A4.height - MARGIN;

  constructor(
    document: PDFDocument,
    fonts: {
      readonly plain: PDFFont;
      readonly bold: PDFFont;
    },
  ) {
    this.#document = document;
    this.#fonts = fonts;
    this.#letters = new Set(fonts.plain.getCharacterSet());
    this.#page = document.addPage([A4.width, A4.height]);
  }

  paragraph(text: string, { size = SIZE, isBold = false } = {}): void {
    const font = isBold ? this.#fonts.bold : this.#fonts.plain;
    const lineHeight = size * LINE_FACTOR;
    for (const line of this.#wrap(text, (part) => font.widthOfTextAtSize(part, size)))
      this.#page.drawText(line, {
        x: MARGIN,
        y: this.#moveDown(lineHeight),
        size,
        font,
      });
    this.#y -= PARAGRAPH_GAP;
  }

  row(cells: Cells, isBold: boolean): void {
    const font = isBold ? this.#fonts.bold : this.#fonts.plain;
    if (this.#y < 2 * MARGIN) this.#addPage();
    const y = this.#moveDown(ROW_HEIGHT);
    const write = (text: string, x: number) =>
      this.#page.drawText(text, { x, y, size: SIZE, font });
    const widthOf = (text: string) => font.widthOfTextAtSize(text, SIZE);
    for (const name of ["day", "role"] as const) write(this.#encode(cells[name]), COLUMNS[name]);
    write(this.#fit(cells.route, widthOf), COLUMNS.route);
    for (const name of ["seats", "km", "co2"] as const) {
      const text = this.#encode(cells[name]);
      write(text, COLUMNS[name] - (name === "seats" ? 0 : widthOf(text)));
    }
  }

  numberPages(textOf: (page: number, pages: number) => string): void {
    const pages = this.#document.getPages();
    for (const [n, page] of pages.entries())
      page.drawText(this.#encode(textOf(n + 1, pages.length)), {
        x: MARGIN,
        y: MARGIN / 2,
        size: SIZE,
        font: this.#fonts.plain,
        color: rgb(0.35, 0.35, 0.35),
      });
  }

  #moveDown(height: number): number {
    this.#y -= height;
    return this.#y;
  }

  #addPage(): void {
    this.#page = this.#document.addPage([A4.width, A4.height]);
    this.#y = A4.height - MARGIN;
  }

  #wrap(text: string, widthOf: (text: string) => number): string[] {
    const lines: string[] = [];
    for (const word of this.#encode(text).split(" ")) {
      const last = lines.at(-1);
      const longer = last === undefined ? word : `${last} ${word}`;
      if (last !== undefined && widthOf(longer) <= TEXT_WIDTH) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }

  /** As much of a text as fits the column of routes. */
  #fit(text: string, widthOf: (text: string) => number): string {
    const encoded = this.#encode(text);
    if (widthOf(encoded) <= ROUTE_WIDTH) return encoded;
    let length = encoded.length;
    while (length > 0 && widthOf(`${encoded.slice(0, length)}…`) > ROUTE_WIDTH) length--;
    return `${encoded.slice(0, length)}…`;
  }

  /** Only letters that the font has: narrow spaces become spaces, and accents are dropped where they must be. */
  #encode(text: string): string {
    const isKnown = (letter: string) => this.#letters.has(letter.codePointAt(0) ?? 0);
    const letters = Array.from(text.replaceAll(/[\u202F\u2009\s]/gu, " "), (letter) => {
      if (isKnown(letter)) return letter;
      const plain = STROKE_LETTERS[letter] ?? letter.normalize("NFKD");
      return Array.from(plain).filter(isKnown).join("") || "?";
    });
    return letters.join("");
  }
}
