/** Small on purpose: one machine, one application, tens of connections; the system's page cache does the rest. */
export const SETTINGS: Record<string, string> = {
  fsync: "on",
  shared_buffers: "16MB",
  max_connections: "50",
  unix_socket_permissions: "0700",
  // Workers that would stand idle, at a megabyte or so each.
  io_method: "sync",
  max_logical_replication_workers: "0",
  max_wal_senders: "0",
  max_parallel_workers_per_gather: "0",
  max_worker_processes: "2",
  autovacuum_max_workers: "2",
  autovacuum_worker_slots: "4",
  maintenance_work_mem: "32MB",
  jit: "off",
  log_checkpoints: "off",
  // Bounds what is replayed after a crash to a second or two.
  max_wal_size: "256MB",
};

/** For a restart while the machine goes on: one call for the whole disk instead of one for each of a thousand files. */
export const RESTART_SETTINGS: Record<string, string> = { recovery_init_sync_method: "syncfs" };

/** What PostgreSQL said, as one line for whoever runs the server. */
export function plainReason(said: string, data: string): string {
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return `The disk that holds ${data} is full. Nothing that was saved is lost: free some space, then start again.`;
  }
  if (/could not look up effective user ID/.test(said)) {
    return `User ${process.getuid?.()} has no name on this system, which PostgreSQL needs. Give them one (an entry in /etc/passwd), or set DATABASE_URL to a PostgreSQL of your own.`;
  }
  const lines = said.trim().split("\n");
  return /(?:PANIC|FATAL|error): +(.*)/.exec(said)?.[1] ?? lines.at(-1) ?? "";
}
