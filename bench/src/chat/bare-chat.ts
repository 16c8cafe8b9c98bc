import { createServer } from "node:http";
import { Server } from "socket.io";
import { z } from "zod";

/** A chat on socket.io as in its tutorial: rooms, no accounts, nothing stored. It acknowledges once. */
const http = createServer();
const io = new Server(http, { path: "/live", transports: ["websocket"], serveClient: false });
const Auth = z.object({ rooms: z.array(z.string()) });

io.on("connection", async (socket) => {
  await socket.join(Auth.parse(socket.handshake.auth).rooms);
  socket.on("say", (room: string, text: string, heard: () => void) => {
    io.to(room).emit("said", room, text);
    heard();
  });
  socket.emit("resync", {});
});

http.listen(0, "127.0.0.1", () => {
  const address = z.object({ port: z.number() }).parse(http.address());
  process.stdout.write(`ready at http://127.0.0.1:${address.port}\n`);
});
process.on("SIGTERM", () => process.exit());
