import { PbfReader } from "pbf";

/** What is used of a GTFS-RT message; the numbers are those of gtfs-realtime.proto. */
interface FeedMessage {
  /** Seconds since 1970. */
  timestampS: number;
  readonly updates: TripMessage[];
}
export interface TripMessage {
  tripId: string;
  /** YYYYMMDD, or empty. */
  startDate: string;
  isCancelled: boolean;
  delayS: number | undefined;
  readonly stops: StopMessage[];
}
export interface StopMessage {
  stopId: string;
  /** The publisher knows nothing about this stop and those after it. */
  isUnknown: boolean;
  arrival: StopEvent | undefined;
  departure: StopEvent | undefined;
}
interface StopEvent {
  delayS: number | undefined;
  timeS: number | undefined;
}

const CANCELED = 3;
const NO_DATA = 2;

/** @throws Error if the bytes are no such message with a time */
export function readFeedMessage(bytes: Uint8Array): FeedMessage {
  const empty: FeedMessage = {
    timestampS: 0,
    updates: [],
  };
  const message = new PbfReader(bytes).readFields((field, result, pbf) => {
    if (field === 1) pbf.readMessage(readHeader, result);
    else if (field === 2) pbf.readMessage(readEntity, result);
  }, empty);
  if (message.timestampS === 0) throw new Error("This is no GTFS-RT message with a time.");
  return message;
}

function readHeader(field: number, message: FeedMessage, pbf: PbfReader): void {
  if (field === 3) message.timestampS = pbf.readVarint();
}

function readEntity(field: number, { updates }: FeedMessage, pbf: PbfReader): void {
  if (field !== 3) return;
  const update: TripMessage = {
    tripId: "",
    startDate: "",
    isCancelled: false,
    delayS: undefined,
    stops: [],
  };
  updates.push(pbf.readMessage(readTripUpdate, update));
}

function readTripUpdate(field: number, update: TripMessage, pbf: PbfReader): void {
  if (field === 1) pbf.readMessage(readTrip, update);
  else if (field === 5) update.delayS = pbf.readVarint(true);
  else if (field === 2) {
    const stop = {
      stopId: "",
      isUnknown: false,
      arrival: undefined,
      departure: undefined,
    };
    update.stops.push(pbf.readMessage<StopMessage>(readStop, stop));
  }
}

function readTrip(field: number, update: TripMessage, pbf: PbfReader): void {
  if (field === 1) update.tripId = pbf.readString();
  else if (field === 3) update.startDate = pbf.readString();
  else if (field === 4) update.isCancelled = pbf.readVarint() === CANCELED;
}

function readStop(field: number, stop: StopMessage, pbf: PbfReader): void {
  if (field === 2) stop.arrival = readEvent(pbf);
  else if (field === 3) stop.departure = readEvent(pbf);
  else if (field === 4) stop.stopId = pbf.readString();
  else if (field === 5) stop.isUnknown = pbf.readVarint() === NO_DATA;
}

function readEvent(pbf: PbfReader): StopEvent {
  const empty: StopEvent = {
    delayS: undefined,
    timeS: undefined,
  };
  return pbf.readMessage((field, event, reader) => {
    if (field === 1) event.delayS = reader.readVarint(true);
    else if (field === 2) event.timeS = reader.readVarint(true);
  }, empty);
}
