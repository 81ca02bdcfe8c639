import { createDeviceCalls } from '../../src/extension/extension.service.ts';
import { dbOn } from '../../test/dbOn.ts';
import { deviceHashSql, pageAt, pageGuidSql } from './fillQueue.ts';
import type { Work } from './productWork.ts';

const POSITION = -1;
const POSTING_ID = '00000000-0000-4000-8000-000000000000';
/** The answer to every recorded statement. It contains all fields that `Work` reads. */
const ANSWER = { outcome: 'claimed', id: POSTING_ID, moved: true };

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

function sqlOf(value: unknown): string {
  const { guid, deviceHash } = pageAt(POSITION);
  if (value === guid) return pageGuidSql;
  if (value === POSTING_ID) return ':id::uuid';
  if (value === null) return 'NULL';
  if (typeof value === 'number') return `${value}`;
  if (Buffer.isBuffer(value)) return value.equals(deviceHash) ? deviceHashSql : `'\\x${value.toString('hex')}'::bytea`;
  throw new Error(`pgbench has no literal for ${value}`);
}

const withValues = ({ text, values }: Sent): string =>
  text.replaceAll(/--.*$/gm, '').replaceAll(/\$(\d+)/g, (_, nth) => sqlOf(values[Number(nth) - 1]));

/** Records the statements of `work` as a pgbench script over `:position`. The first statement is the claim. */
export async function pgbenchScript(work: Work): Promise<string> {
  const sent: Sent[] = [];
  const recorder = {
    query: async (statement: Sent) => {
      sent.push(statement);
      return { rows: [ANSWER] };
    },
  };
  await work(createDeviceCalls(dbOn(recorder)), POSITION);
  const [claim, ...rest] = sent.map(withValues);
  if (!claim) throw new Error('no statement was sent');
  if (rest.length === 0) return `${claim};`;
  return [`${claim} \\gset`, ...rest.map((text) => `${text};`)].join('\n');
}
