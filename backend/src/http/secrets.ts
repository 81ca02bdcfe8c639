import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in a header, an address or a text field. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** How every secret and token is stored: random enough that a plain hash can't be turned back. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();
