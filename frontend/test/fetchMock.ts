export type FetchMock = jest.Mock<Promise<Response>, [string, RequestInit]>;

/** A mock of fetch that is reset before each test. Call it at the top of the file. */
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
