/** Deliberately small: one machine, one application, tens of connections; the system's page cache does the rest. */
export const POSTGRES_SETTINGS: Record<string, string> = {
  fsync: "on",
  shared_buffers: "16MB",
  max_connections: "50",
  unix_socket_permissions: "0700",
  // Avoids idle workers of about a megabyte each.
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
  // Limits crash recovery to a second or two.
  max_wal_size: "256MB",
};

/**
 * For restarts while the machine keeps running: syncs the disk with one call instead of one for each of a thousand
 * files.
 */
export const RESTART_SETTINGS: Record<string, string> = { recovery_init_sync_method: "syncfs" };
