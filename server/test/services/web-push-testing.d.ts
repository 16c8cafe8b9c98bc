declare module "web-push-testing/src/PushApiModel.js" {
  /** The parts of the library that the tests use: it verifies the signature and decrypts like a browser. */
  export class PushApiModel {
    notifyUrl: string;
    subscribe(options: { userVisibleOnly: "true"; applicationServerKey: string }): Promise<{
      endpoint: string;
      keys: { p256dh: string; auth: string };
      clientHash: string;
    }>;
    expireSubscription(clientHash: string): void;
    getNotifications(query: { clientHash: string }): { messages: string[] };
    handleNotification(
      clientHash: string,
      headers: Record<"encoding" | "authorization" | "ttl", string | undefined>,
      body: Buffer,
    ): Promise<void>;
  }
  export class SubscriptionExpiredError extends Error {}
}
