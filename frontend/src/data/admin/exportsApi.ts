import * as downloads from '@flyerdeck/contracts/calls/downloads';
import { injectCalls } from '../client.ts';

/** Downloads of the admin's lists. */
export const exportsApi = injectCalls(downloads, {});

export const { useRequestExportMutation } = exportsApi;
