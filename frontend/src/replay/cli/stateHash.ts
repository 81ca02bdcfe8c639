import { createHash } from 'node:crypto';
import { canonicalJson } from '../fold/canonicalJson.ts';

/** SHA-256 of the canonical text, in hex. */
export const stateHash = (state: unknown): string => createHash('sha256').update(canonicalJson(state)).digest('hex');
