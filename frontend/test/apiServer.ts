import type { Endpoint, ErrorResponse, ResponseOf } from '@flyerdeck/contracts';
import { delay, HttpResponse, http, type RequestHandler } from 'msw';
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

/** What every server with a memory lets a test do to its calls ('PUT /api/assistants/a1'), and what it was asked so far. */
interface Memory {
  /** Answers these calls with an error instead. */
  refusals: Record<string, { readonly status: number; readonly body?: ErrorResponse }>;
  /** Keeps the answers of these calls back until the promise is kept. */
  holds: Record<string, Promise<void>>;
  /** Every request so far with its address's query, and its body where it had one. */
  requests: { call: string; body: unknown }[];
}
const noMemory = (): Memory => ({ refusals: {}, holds: {}, requests: [] });

/** Answers what `respond` makes of the request's body, 204 where that is nothing. */
type AnswerRequest = (request: Request, respond: (body: never) => object | null | undefined) => Promise<Response>;

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    const form = await request.clone().formData();
    return { images: form.getAll('images').length, descriptions: form.getAll('descriptions') };
  }
  const text = await request.clone().text();
  return text ? JSON.parse(text) : undefined;
}

/**
 * The network of tests that go through the whole data layer: answers come from a state, which a test changes for the
 * next request to see; each test begins with a blank one. Call it at the top of the file.
 */
export function useServerWithMemory<State extends object>(
  blank: () => State,
  handlersOf: (state: State, answerRequest: AnswerRequest) => RequestHandler[],
) {
  const state: State & Memory = { ...blank(), ...noMemory() };
  const handlers = handlersOf(state, async (request, respond) => {
    const { pathname, search } = new URL(request.url);
    const body = await bodyOf(request);
    state.requests.push({ call: `${request.method} ${pathname}${search}`, body });
    const call = `${request.method} ${pathname}`;
    await state.holds[call];
    const refusal = state.refusals[call];
    if (refusal?.body) return HttpResponse.json(refusal.body, { status: refusal.status });
    if (refusal) return new HttpResponse(null, { status: refusal.status });
    const answered = respond(body as never);
    return answered ? HttpResponse.json(answered) : new HttpResponse(null, { status: 204 });
  });
  useApiServer();
  beforeEach(() => server.use(...handlers));
  afterEach(() => {
    Object.assign(state, blank(), noMemory());
  });

  const requestsOf = (call: string) => state.requests.filter((request) => request.call === call);
  return {
    state,
    countOf: (call: string) => requestsOf(call).length,
    bodiesOf: (call: string) => requestsOf(call).map(({ body }) => body),
    /** Keeps a call's answer back; the returned function lets it go. */
    hold: (call: string) => {
      let letGo: () => void = () => {};
      state.holds[call] = new Promise((resolve) => {
        letGo = () => {
          delete state.holds[call];
          resolve();
        };
      });
      return letGo;
    },
  };
}
