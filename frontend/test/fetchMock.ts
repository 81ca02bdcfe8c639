export type FetchMock = jest.Mock<Promise<Response>, [string, RequestInit]>;

/** A network that a test plays by hand, call by call; forgotten before each test. Call it at the top of the file. */
export function useFetchMock(): FetchMock {
  const fetchMock: FetchMock = jest.fn();
  const realFetch = globalThis.fetch;
  beforeEach(() => {
    globalThis.fetch = fetchMock.mockReset() as unknown as typeof fetch;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
  });
  return fetchMock;
}
