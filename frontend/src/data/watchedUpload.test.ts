import { createPreset } from '@flyerdeck/contracts';
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { answer, refuse, useApiServer } from '../../test/apiServer.ts';
import { buildPreset } from '../../test/builders.ts';
import { baseQuery } from './baseQuery.ts';
import { ENDED_ELSEWHERE, sessionEnded } from './request/sessionActions.ts';
import { loadCredentials, saveCredentials } from './request/storage.ts';
import { sendWithProgress } from './tasks/uploadProgress.ts';

useApiServer();
beforeEach(() => saveCredentials({ sessionToken: 'secret', telegramId: '42' }));

function send(signal = new AbortController().signal) {
  const dispatch = jest.fn();
  const queryApi: BaseQueryApi = {
    signal,
    abort: () => {},
    dispatch,
    getState: () => ({}),
    extra: undefined,
    endpoint: 'test',
    type: 'mutation',
  };
  const body = { name: 'Nightly' };
  const request = {
    path: '/presets',
    method: 'POST',
    body,
    send: sendWithProgress,
    onProgress: (sent: number) => ({ type: 'progressed', sent }),
  } as const;
  const withoutMeta = async () => {
    const { meta: _, ...result } = await baseQuery(request, queryApi, {});
    return result;
  };
  return { result: withoutMeta(), dispatch };
}

describe('a call that reports its progress', () => {
  it('returns the answer and reports the whole body as sent', async () => {
    const arrived = answer(createPreset, buildPreset());
    const { result, dispatch } = send();
    expect(await result).toEqual({ data: buildPreset() });
    expect(arrived[0]?.body).toEqual({ name: 'Nightly' });
    expect(dispatch).toHaveBeenLastCalledWith({ type: 'progressed', sent: 1 });
  });

  it('logs out on a 401', async () => {
    refuse(createPreset, 401, { error: 'Sign in again.', code: 'auth.required' });
    const { result, dispatch } = send();
    expect(await result).toMatchObject({ error: { status: 401, message: 'Unauthorized', error: 'Sign in again.' } });
    expect(loadCredentials()).toBeNull();
    expect(dispatch).toHaveBeenCalledWith(sessionEnded(ENDED_ELSEWHERE));
  });
});
