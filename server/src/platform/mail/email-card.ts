/** A picture inside an e-mail: it is sent with it, so that opening the e-mail loads nothing. */
export interface EmailPicture {
  /** Its name within the e-mail. */
  readonly id: string;
  /** JPEG, in base64. */
  readonly jpeg: string;
}

/** A trip as a card in an e-mail. All texts are in the reader's language. */
export interface EmailCard {
  /** "Tomorrow, 30 November" */
  readonly day: string;
  /** Where the reader gets in and out, in order. */
  readonly stops: readonly {
    readonly time: string;
    readonly place: string;
  }[];
  /** What holds for all times, such as that they are estimates. */
  readonly note?: string | undefined;
  readonly person?:
    | {
        readonly name: string;
        /** Their part in the trip, such as "Drives you". */
        readonly role: string;
        readonly initials: string;
        readonly picture?: EmailPicture | undefined;
      }
    | undefined;
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
  }[];
}

/** One of several messages in an e-mail: its title is a link. */
export interface EmailItem {
  readonly title: string;
  readonly text: string;
  readonly url: string;
}
