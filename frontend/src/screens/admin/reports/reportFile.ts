import type { Answer } from '../../../data/calls.ts';
import { REPORT_FORMAT, type ReportFile } from '../../../replay/log/logFormat.ts';

/** The file that `npm run replay` and the replay panel read. */
export function reportFileOf({ log, ...report }: Answer<'getProblemReport'>): string {
  const head = JSON.stringify({ format: REPORT_FORMAT, version: 1, report } satisfies Omit<ReportFile, 'log'>);
  return `${head.slice(0, -1)},"log":${log}}\n`;
}
