/** The user's ride requests with the offers for them, a tab of the inbox. */
export const OFFERS_IN_INBOX = "/requests?show=posted";

export interface PendingRequests {
  /** Requests for seats on the user's rides. */
  seatRequests: number;
  /** Offers for the user's ride requests. */
  offers: number;
  /** The sum; "30+" if there is more than one page. */
  text: string;
}

export const NO_PENDING_REQUESTS: PendingRequests = {
  seatRequests: 0,
  offers: 0,
  text: "0",
};

/** The address of the inbox, opened where something needs an answer. */
export const inboxAddress = ({ seatRequests, offers }: PendingRequests) =>
  seatRequests === 0 && offers > 0 ? OFFERS_IN_INBOX : "/requests";
