import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, safe in a header, an address or a text field. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** How secrets and tokens are stored: they are random enough that a plain hash cannot be reversed. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();
