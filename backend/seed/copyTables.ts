import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { lineOf, SEED_COLUMNS, SEED_TABLES, type SeedTable, type Write } from './seedTables.ts';

const FLUSH_CHARACTERS = 8_000_000;

/** Collects rows by table and sends them to Postgres by COPY in parts, so that memory use stays small. */
export class TableCopies {
  private readonly waiting = new Map<SeedTable, { lines: string[]; characters: number }>(
    SEED_TABLES.map((table) => [table, { lines: [], characters: 0 }]),
  );

  constructor(private readonly client: PoolClient) {}

  readonly write: Write = (table, cells) => {
    const of = this.waiting.get(table);
    if (!of) return;
    const line = lineOf(cells);
    of.lines.push(line);
    of.characters += line.length;
  };

  /** Call it between two users. Sends the tables with many collected rows; with `all`, every table. */
  async flush({ all }: { all: boolean }): Promise<void> {
    for (const [table, of] of this.waiting) {
      if (of.lines.length === 0 || (!all && of.characters < FLUSH_CHARACTERS)) continue;
      const columns = SEED_COLUMNS[table].split(/\s+/).join(', ');
      const text = Buffer.from(of.lines.join(''));
      of.lines = [];
      of.characters = 0;
      await pipeline(Readable.from([text]), this.client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)));
    }
  }
}
