import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiError, NOT_AUTHENTICATED_MESSAGE, UNAUTHORIZED_MESSAGE } from './apiError.ts';
import { sessionEnded } from './session/sessionActions.ts';
import { clearCredentials, loadCredentials } from './session/storage.ts';

const API_BASE = '/api';

export interface ApiRequest {
  /** Below /api, parameters already in it; make it with `path`. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; FormData travels as it is. */
  readonly body?: unknown;
  /** 'public' sends no session headers, and its 401 logs nobody out. */
  readonly access?: 'user' | 'public';
  readonly headers?: Readonly<Record<string, string>>;
}

function addressOf({ path, query = {} }: ApiRequest): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined,
  );
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return API_BASE + path + (search && `?${search}`);
}

async function readJson(response: Response): Promise<{ readonly json: unknown } | null> {
  try {
    return { json: await response.json() };
  } catch {
    return null;
  }
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = await readJson(response);
  const { error, code, details } = (typeof body?.json === 'object' && body.json !== null ? body.json : {}) as Record<
    string,
    unknown
  >;
  return {
    status: response.status,
    message: `API request failed with status ${response.status}${body ? `: ${JSON.stringify(body.json)}` : ''}`,
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(details === undefined ? {} : { details }),
  };
}

/** The only code that calls fetch (spec sections 7 and 8). */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, ApiError> = async (request, { dispatch, signal }) => {
  const isUserCall = request.access !== 'public';
  const logOut = () => {
    clearCredentials();
    dispatch(sessionEnded());
  };

  const credentials = isUserCall ? loadCredentials() : null;
  if (isUserCall && !credentials) {
    logOut();
    return { error: { status: 401, message: NOT_AUTHENTICATED_MESSAGE } };
  }

  const isForm = request.body instanceof FormData;
  const sendsJsonType = !isForm && (isUserCall || request.body !== undefined);
  let response: Response;
  try {
    response = await fetch(addressOf(request), {
      method: request.method ?? 'GET',
      headers: {
        ...(sendsJsonType ? { 'Content-Type': 'application/json' } : {}),
        ...(credentials
          ? { 'X-Session-Token': credentials.sessionToken, 'X-Telegram-ID': credentials.telegramId }
          : {}),
        ...request.headers,
      },
      ...(request.body === undefined
        ? {}
        : { body: isForm ? (request.body as FormData) : JSON.stringify(request.body) }),
      signal,
    });
  } catch (cause) {
    return { error: { status: 0, message: cause instanceof Error ? cause.message : String(cause) } };
  }

  if (isUserCall && response.status === 401) {
    const failure = await failureOf(response);
    // A call sent before a newer sign-in must not end the newer session.
    if (loadCredentials()?.sessionToken === credentials?.sessionToken) logOut();
    return { error: { ...failure, message: UNAUTHORIZED_MESSAGE } };
  }
  if (!response.ok) return { error: await failureOf(response) };
  if (response.status === 204 || response.headers.get('content-length') === '0') return { data: null };

  const body = await readJson(response);
  if (body) return { data: body.json };
  return { error: { status: response.status, message: 'The server answered something that is not JSON.' } };
};
