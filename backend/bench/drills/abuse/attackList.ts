import { CALLS } from './calls.ts';
import { CONNECTIONS } from './connections.ts';
import { IMAGES } from './images.ts';
import type { Attack } from './target.ts';

/** In the order in which they run. */
export const ATTACKS: Readonly<Record<string, Attack>> = { ...CONNECTIONS, ...IMAGES, ...CALLS };
