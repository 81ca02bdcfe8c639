// Written by `npm run calls` from linking.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../linking.ts';

export const describeLinking: Call<typeof contracts.describeLinking> = { method: 'POST', path: '/describe_linking' };
export const getLinkingData: Call<typeof contracts.getLinkingData> = { path: '/get_linking_data/:token', access: 'public' };
export const verifyLinking: Call<typeof contracts.verifyLinking> = { method: 'POST', path: '/verify_linking', changes: ['Page'] };
