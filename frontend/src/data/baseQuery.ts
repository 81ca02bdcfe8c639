import type { UnknownAction } from '@reduxjs/toolkit';
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiError, NOT_AUTHENTICATED_MESSAGE, UNAUTHORIZED_MESSAGE } from './apiError.ts';
import { credentialHeaders, dropEarlyAnswers, takeEarlyAnswer } from './request/earlyCalls.ts';
import { ENDED_ELSEWHERE, sessionEnded } from './request/sessionActions.ts';
import { clearCredentials, loadCredentials, TAB_ID } from './request/storage.ts';

const API_BASE = '/api';

export interface ApiRequest {
  readonly path: string;
  readonly method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** 'public' sends no session headers, and its 401 does not sign the user out. */
  readonly access?: 'user' | 'public';
  readonly headers?: Readonly<Record<string, string>>;
  /** `sendWithProgress`, to call `onProgress`; `fetch` by default. */
  readonly send?: (address: string, outgoing: Outgoing, onProgress: (sent: number) => void) => Promise<Response>;
  /** Called with the sent share of the body, from 0 to 1. An action that it returns is dispatched. */
  readonly onProgress?: (sent: number) => UnknownAction | null;
}

export interface CallMeta {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Also in the server's log line of the call; null without an answer. */
  readonly requestId: string | null;
}

export type BaseQuery = BaseQueryFn<ApiRequest, unknown, ApiError, object, CallMeta>;

export interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal;
}

function addressOf({ path, query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return API_BASE + path + (search && `?${search}`);
}

const readJson = (response: Response): Promise<{ readonly json: unknown } | null> =>
  response.json().then(
    (json) => ({ json }),
    () => null,
  );

async function failureOf(response: Response): Promise<ApiError> {
  const body = await readJson(response);
  const { error, code, details } = Object(body?.json) as Record<string, unknown>;
  return {
    status: response.status,
    message: `API request failed with status ${response.status}${body ? `: ${JSON.stringify(body.json)}` : ''}`,
    ...(typeof error === 'string' && { error }),
    ...(typeof code === 'string' && { code }),
    ...(details !== undefined && { details }),
  };
}

type Result = { readonly data: unknown; readonly error?: undefined } | { readonly error: ApiError };

async function callApi(
  request: ApiRequest,
  { dispatch, signal }: Pick<BaseQueryApi, 'dispatch' | 'signal'>,
  onAnswer: (response: Response) => void,
): Promise<Result> {
  const isUserCall = request.access !== 'public';
  const logOut = (sentence = ENDED_ELSEWHERE) => {
    clearCredentials();
    dispatch(sessionEnded(sentence));
  };

  const credentials = isUserCall ? loadCredentials() : null;
  if (isUserCall && !credentials) {
    logOut();
    return { error: { status: 401, message: NOT_AUTHENTICATED_MESSAGE } };
  }

  const isForm = request.body instanceof FormData;
  const sendsJsonType = !isForm && (isUserCall || request.body !== undefined);
  if (request.method) dropEarlyAnswers();
  let response: Response;
  try {
    const address = addressOf(request);
    const outgoing: Outgoing = {
      method: request.method ?? 'GET',
      headers: {
        ...(sendsJsonType && { 'Content-Type': 'application/json' }),
        ...(credentials && credentialHeaders(credentials)),
        ...(credentials && request.method && { 'X-Live-Tab': TAB_ID }),
        ...request.headers,
      },
      body: isForm ? (request.body as FormData) : JSON.stringify(request.body),
      signal,
    };
    const { send, onProgress } = request;
    response = await (send
      ? send(address, outgoing, (sent) => {
          const action = onProgress?.(sent);
          if (action) dispatch(action);
        })
      : ((credentials && takeEarlyAnswer(address, credentials.sessionToken)) ?? fetch(address, outgoing)));
  } catch (cause) {
    return { error: { status: 0, message: cause instanceof Error ? cause.message : String(cause) } };
  }

  onAnswer(response);
  if (isUserCall && response.status === 401) {
    const failure = await failureOf(response);
    // A call sent before a newer sign-in must not end the newer session.
    if (loadCredentials()?.sessionToken === credentials?.sessionToken) {
      logOut(failure.code === 'auth.deactivated' ? failure.error : undefined);
    }
    return { error: { ...failure, message: UNAUTHORIZED_MESSAGE } };
  }
  if (!response.ok) return { error: await failureOf(response) };
  if (response.status === 204 || response.headers.get('content-length') === '0') return { data: null };

  const body = await readJson(response);
  if (body) return { data: body.json };
  return { error: { status: response.status, message: 'The server answered something that is not JSON.' } };
}

let changes = 0;
const MAX_READS = 3;

/** Spec sections 7 and 8. A read that was under way when a change of this tab ended is repeated: its answer may be older than the change. */
export const baseQuery: BaseQuery = async (request, api) => {
  let meta: CallMeta = { method: request.method ?? 'GET', path: API_BASE + request.path, status: 0, requestId: null };
  const onAnswer = ({ status, headers }: Response) => {
    meta = { ...meta, status, requestId: headers.get('X-Request-Id') };
  };
  for (let reads = 1; ; reads += 1) {
    const changesBefore = changes;
    const result = await callApi(request, api, onAnswer);
    if (request.method) changes += 1;
    if (request.method || result.error || changes === changesBefore || reads === MAX_READS) return { ...result, meta };
  }
};
