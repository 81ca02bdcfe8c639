import type { UnknownAction } from '@reduxjs/toolkit';
import type { BaseQueryFn } from '@reduxjs/toolkit/query';
import { type ApiError, NOT_AUTHENTICATED_MESSAGE, UNAUTHORIZED_MESSAGE } from './apiError.ts';
import { credentialHeaders, dropEarlyAnswers, takeEarlyAnswer } from './session/earlyCalls.ts';
import { sessionEnded } from './session/sessionActions.ts';
import { clearCredentials, loadCredentials } from './session/storage.ts';

const API_BASE = '/api';

export interface ApiRequest {
  /** Path below /api with its parameters; made with `path`. */
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Sent as JSON; FormData is sent unchanged. */
  readonly body?: unknown;
  /** 'public' sends no session headers, and its 401 does not sign the user out. */
  readonly access?: 'user' | 'public';
  readonly headers?: Readonly<Record<string, string>>;
  /** Called with the sent share of the body, from 0 to 1. An action that it returns is dispatched. */
  readonly onProgress?: (sent: number) => UnknownAction | null;
}

function addressOf({ path, query = {} }: ApiRequest): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return API_BASE + path + (search && `?${search}`);
}

/** The parsed body; null when it is not JSON. */
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

interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly signal: AbortSignal;
}

/** Like `fetch`, with upload progress. `fetch` itself does not report it. */
const sendWithProgress = (
  address: string,
  { method, headers, body, signal }: Outgoing,
  onProgress: (sent: number) => void,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const length = request.getResponseHeader('content-length');
      // The Response constructor accepts only a null body with status 204.
      const text = request.status === 204 ? null : request.responseText;
      resolve(new Response(text, { status: request.status, headers: length ? { 'content-length': length } : {} }));
    };
    request.onerror = () => reject(new TypeError('Failed to fetch'));
    signal.addEventListener('abort', () => {
      request.abort();
      reject(signal.reason);
    });
    request.send(body ?? null);
  });

/** The only code that calls the API (spec sections 7 and 8). */
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
  if (request.method) dropEarlyAnswers();
  let response: Response;
  try {
    const address = addressOf(request);
    const outgoing: Outgoing = {
      method: request.method ?? 'GET',
      headers: {
        ...(sendsJsonType && { 'Content-Type': 'application/json' }),
        ...(credentials && credentialHeaders(credentials)),
        ...request.headers,
      },
      body: isForm ? (request.body as FormData) : JSON.stringify(request.body),
      signal,
    };
    const { onProgress } = request;
    response = await (onProgress
      ? sendWithProgress(address, outgoing, (sent) => {
          const action = onProgress(sent);
          if (action) dispatch(action);
        })
      : ((credentials && takeEarlyAnswer(address, credentials.sessionToken)) ?? fetch(address, outgoing)));
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
