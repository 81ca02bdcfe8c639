import type { PoolClient } from 'pg';

interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

const CHUNK_BYTES = 65_536;

/** COPY from text, which pg leaves to whoever hands it such a query object. Resolves when Postgres has taken the rows. */
export function copyRows(client: PoolClient, sql: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const copy = {
      submit(connection: CopyConnection) {
        connection.query(sql);
      },
      handleCopyInResponse(connection: CopyConnection) {
        for (let at = 0; at < rows.length; at += CHUNK_BYTES) {
          connection.sendCopyFromChunk(rows.subarray(at, at + CHUNK_BYTES));
        }
        connection.endCopyFrom();
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    };
    client.query(copy as never);
  });
}
