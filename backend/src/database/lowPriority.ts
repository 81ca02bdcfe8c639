import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Client } from 'pg';

const LOW = constants.priority.PRIORITY_BELOW_NORMAL;

/**
 * Gives the Postgres process of a connection a low priority, so that the processes of other calls run first. Does nothing where
 * that process is not visible: on another machine, in another container, or not on Linux. Only for connections
 * that do not write: a process of low priority would hold its locks longer.
 */
export function lowerPriority(client: Client): void {
  const { processID: id, connection } = client as unknown as {
    processID: number;
    connection: { stream: { localPort?: number } };
  };
  try {
    // Postgres puts the address of the client into the name of its process. The number of a process elsewhere may be one of ours.
    const name = readFileSync(`/proc/${id}/cmdline`, 'latin1');
    if (!name.startsWith('postgres: ') || !name.includes(`(${connection.stream.localPort})`)) return;
    setPriority(id, LOW);
    // Each process of Postgres is a session of its own, and some Linuxes share the processor among sessions first.
    writeFileSync(`/proc/${id}/autogroup`, String(LOW));
  } catch {
    // There is no such process or file, or it belongs to another user.
  }
}
