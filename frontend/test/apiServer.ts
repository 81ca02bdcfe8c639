import {
  ATTENTION_KINDS,
  type Endpoint,
  type ErrorResponse,
  getAttention,
  type ResponseOf,
} from '@flyerdeck/contracts';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';

/**
 * The simulated network of screen tests. A request without an answer fails the test. Call `useApiServer()` at the top
 * of the file.
 */
const server = setupServer(
  // Every admin table asks for its views. Most tests are not about them.
  // So does the dashboard for what needs a person.
  http.get(`*/api${getAttention.path}`, () =>
    HttpResponse.json({ ...Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, 0])), rows: [] }),
  ),
);

export function useApiServer(): void {
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
}

/** A request that the test can check. */
export interface Arrived {
  readonly url: URL;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

type Answer = { readonly status: number; readonly json: unknown };

function handle(
  endpoint: Endpoint,
  answer: () => Answer | 'unreachable',
  released: Promise<void> = Promise.resolve(),
): Arrived[] {
  const arrived: Arrived[] = [];
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  server.use(
    http[method](`*/api${endpoint.path}`, async ({ request }) => {
      const text = await request.text();
      arrived.push({
        url: new URL(request.url),
        body: text === '' ? undefined : JSON.parse(text),
        idempotencyKey: request.headers.get('Idempotency-Key'),
      });
      await released;
      const given = answer();
      if (given === 'unreachable') return HttpResponse.error();
      return given.status === 204
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(given.json as object, { status: given.status });
    }),
  );
  return arrived;
}

/** Sets the answer of an endpoint, which is given once it is released. Returns a list that receives its requests. */
export const answer = <E extends Endpoint>(
  endpoint: E,
  response: ResponseOf<E> | (() => ResponseOf<E>),
  released?: Promise<void>,
): Arrived[] => {
  const json = () => (typeof response === 'function' ? (response as () => ResponseOf<E>)() : response);
  return handle(endpoint, () => ({ status: endpoint.status, json: json() }), released);
};

/** Lets an endpoint fail, with an error body of the server or with any other body. */
export const refuse = (
  endpoint: Endpoint,
  status: number,
  body: ErrorResponse | object = {},
  released?: Promise<void>,
): Arrived[] => handle(endpoint, () => ({ status, json: body }), released);

/** Leaves requests to an endpoint without an answer. */
export const keepWaiting = (endpoint: Endpoint): Arrived[] =>
  handle(endpoint, () => 'unreachable', new Promise(() => {}));

export const disconnect = (endpoint: Endpoint): Arrived[] => handle(endpoint, () => 'unreachable');

/** Settings of a simulated server by call, such as 'PUT /api/assistants/a1', and the recorded requests. */
interface Memory {
  /** Calls that are answered with an error. */
  refusals: Record<string, { readonly status: number; readonly body?: ErrorResponse }>;
  /** Calls that are answered only after the promise resolves. */
  holds: Record<string, Promise<void>>;
  /** All requests with their query and, if they have one, their body. */
  requests: { call: string; body: unknown }[];
}
const noMemory = (): Memory => ({ refusals: {}, holds: {}, requests: [] });

/** Answers with the value that `respond` returns for the request's body, or with 204 without one. */
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
 * The simulated network of tests with the whole data layer. Answers are computed from a state, which a test can change
 * at any time. Each test starts with a new state. Call it at the top of the file.
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
    /** Delays a call's answer until the returned function is called. */
    hold: (call: string) => {
      let release: () => void = () => {};
      state.holds[call] = new Promise((resolve) => {
        release = () => {
          delete state.holds[call];
          resolve();
        };
      });
      return release;
    },
  };
}
