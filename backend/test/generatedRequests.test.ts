import { requestsDrill } from '../bench/drills/requestsDrill.ts';

/** `npm run test:long` sends 20,000 and also checks memory. */
test('400 requests from the contracts are all answered as the contracts describe, without 5xx and timeouts [S1.2-1, S4.1-1]', async () => {
  const { results, failures } = await requestsDrill.run('short');
  expect({ failures, results }).toEqual({ failures: [], results: expect.anything() });
});
