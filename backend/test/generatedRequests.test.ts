import { requestsDrill } from '../bench/drills/requestsDrill.ts';

jest.setTimeout(300_000);

test('20,000 requests from the contracts are all answered as these say: no 5xx, no hang, no growth', async () => {
  const { tried, lost } = await requestsDrill.run('short');
  expect({ lost, tried }).toEqual({ lost: [], tried: expect.anything() });
});
