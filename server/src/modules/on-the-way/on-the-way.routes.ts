import { onTheWay } from "@commonlane/contract/on-the-way";
import { trustedContacts } from "@commonlane/contract/trusted-contacts";
import type { Routes } from "#platform/http/route.ts";
import { answerAsContact, askedAsContact } from "./contact-answers.ts";
import { nameContact, ownContacts, removeContact } from "./contacts.ts";
import { followRide } from "./following.ts";
import { onTheWayOn, sayArrived } from "./on-the-way.ts";
import { shareRide, tellPosition, unshareRide } from "./shares.ts";

export const onTheWayRoutes: Routes = (http) => {
  http.on(onTheWay.ofRide, (ctx, { params }, caller) => onTheWayOn(ctx, caller, params.rideId));
  http.on(onTheWay.share, (ctx, { params }, caller) => shareRide(ctx, caller, params.rideId));
  http.on(onTheWay.unshare, (ctx, { params }, caller) => unshareRide(ctx, caller, params));
  http.on(onTheWay.tellPosition, (ctx, { params, body }, caller) => tellPosition(ctx, caller, params.rideId, body));
  http.on(onTheWay.arrived, (ctx, { params }, caller) => sayArrived(ctx, caller, params.rideId));
  http.on(onTheWay.follow, (ctx, { body }) => followRide(ctx, body.token));
  http.on(trustedContacts.own, (ctx, _, caller) => ownContacts(ctx, caller));
  http.on(trustedContacts.name, (ctx, { body }, caller) => nameContact(ctx, caller, body));
  http.on(trustedContacts.remove, (ctx, { params }, caller) => removeContact(ctx, caller, params.contactId));
  http.on(trustedContacts.asked, (ctx, { body }) => askedAsContact(ctx, body.token));
  http.on(trustedContacts.answer, (ctx, { body }) => answerAsContact(ctx, body.token, body.agrees));
};
