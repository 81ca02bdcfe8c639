import type { Endpoint, ErrorResponse, ResponseOf } from '@flyerdeck/contracts';
import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** The network of screen tests; what nobody answered is a failed test. Call `useApiServer()` at the top of the file. */
const server = setupServer();

export function useApiServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** A request as it arrived, for a test to look at. */
export interface Arrived {
  readonly url: URL;
  readonly body: unknown;
}

type Answer = { readonly status: number; readonly json: unknown };

function handle(endpoint: Endpoint, answer: () => Answer | 'never' | 'unreachable'): Arrived[] {
  const arrived: Arrived[] = [];
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  server.use(
    http[method](`*/api${endpoint.path}`, async ({ request }) => {
      const text = await request.text();
      arrived.push({ url: new URL(request.url), body: text === '' ? undefined : JSON.parse(text) });
      const given = answer();
      if (given === 'unreachable') return HttpResponse.error();
      if (given === 'never') {
        await delay('infinite');
        return HttpResponse.error();
      }
      return given.status === 204
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(given.json as object, { status: given.status });
    }),
  );
  return arrived;
}

/** Answers an endpoint from now on; gives the list that its requests arrive in. */
export const answer = <E extends Endpoint>(endpoint: E, response: ResponseOf<E> | (() => ResponseOf<E>)): Arrived[] =>
  handle(endpoint, () => ({
    status: endpoint.status,
    json: typeof response === 'function' ? (response as () => ResponseOf<E>)() : response,
  }));

/** Refuses an endpoint from now on, with the server's error body or with one that is none. */
export const refuse = (endpoint: Endpoint, status: number, body: ErrorResponse | object = {}): Arrived[] =>
  handle(endpoint, () => ({ status, json: body }));

/** Leaves every request of an endpoint waiting. */
export const keepWaiting = (endpoint: Endpoint): Arrived[] => handle(endpoint, () => 'never');

export const disconnect = (endpoint: Endpoint): Arrived[] => handle(endpoint, () => 'unreachable');
