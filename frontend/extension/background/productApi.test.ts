import { sendReport } from './productApi.ts';

jest.mock('../shared/extensionStorage.ts', () => ({ read: async () => null, write: async () => undefined }));
jest.mock('../shared/manifestValues.ts', () => ({ productUrl: 'https://product.example' }));

test('a text of the site that ends within an emoji is sent without the half, which the server would refuse for good', async () => {
  const sent = jest.fn(async (_url: string, _request: { body: string }) => ({ status: 204, headers: new Headers() }));
  globalThis.fetch = sent as never;
  const message = `The creator site refused the post: ${'Slow down 🐌'.slice(0, -1)}\0`;
  const posting = { id: 'p', claim_token: 't' } as Parameters<typeof sendReport>[1];
  await sendReport('secret', posting, { kind: 'failed', code: 'rate_limited', message });
  expect(JSON.parse(sent.mock.calls[0]?.[1].body ?? '')).toEqual({
    claim_token: 't',
    code: 'rate_limited',
    message: 'The creator site refused the post: Slow down \uFFFD',
  });
});
