import { registry } from '@flyerdeck/contracts';
import type { UnknownAction } from '@reduxjs/toolkit';

interface Call {
  readonly args?: unknown;
  readonly requestId?: string;
}

const action = (step: 'pending' | 'fulfilled' | 'rejected', endpointName: string, call: Call, rest: object) => {
  const asks = registry[endpointName]?.method === 'GET';
  return {
    type: `api/${asks ? 'executeQuery' : 'executeMutation'}/${step}`,
    meta: {
      requestId: call.requestId ?? 'request',
      requestStatus: step,
      arg: {
        type: asks ? 'query' : 'mutation',
        endpointName,
        originalArgs: call.args,
        ...(asks ? { queryCacheKey: endpointName } : {}),
      },
    },
    ...rest,
  };
};

/** The actions of RTK Query when an endpoint is called, answered or refused, for tests of slices. */
export const pending = (endpoint: string, call: Call = {}): UnknownAction => action('pending', endpoint, call, {});
export const fulfilled = (endpoint: string, payload: unknown, call: Call = {}): UnknownAction =>
  action('fulfilled', endpoint, call, { payload });
export const rejected = (endpoint: string, call: Call = {}, payload = { status: 500, message: 'no' }): UnknownAction =>
  action('rejected', endpoint, call, { payload, error: { message: 'Rejected' } });
