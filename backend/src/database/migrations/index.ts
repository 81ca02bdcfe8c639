export { Schema1763700000047 } from './0047-adopt.ts';
export { Names1763700000048 } from './0048-names.ts';
