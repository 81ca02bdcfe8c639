import type { StructureReportBody } from '@flyerdeck/contracts/types';
import { read, write } from '../shared/extensionStorage.ts';
import { ApiFailure, sendStructureReport } from './productApi.ts';

/** The site may fail for long while the product is unreachable. */
const MAX_UNSENT = 5;

export async function reportStructure(report: StructureReportBody): Promise<void> {
  const unsent = (await read('structureReports')) ?? [];
  await write('structureReports', [...unsent, report].slice(-MAX_UNSENT));
}

/** When the product is not reached they stay stored. */
export async function sendStructureReports(secret: string): Promise<void> {
  for (;;) {
    const [first, ...others] = (await read('structureReports')) ?? [];
    if (!first) return;
    try {
      await sendStructureReport(secret, first);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.isFinal)) return;
    }
    await write('structureReports', others);
  }
}
