import { createHash } from 'node:crypto';
import { canonicalJson } from '../fold/canonicalJson.ts';

export const stateHash = (state: unknown): string => createHash('sha256').update(canonicalJson(state)).digest('hex');
