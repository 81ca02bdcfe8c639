import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in characters that need no escaping in a header or URL. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Secrets and tokens are stored as this hash. It needs no salt, because they are random. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();
