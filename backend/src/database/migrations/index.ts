export { Schema1763700000047 } from './0047-schema.ts';
