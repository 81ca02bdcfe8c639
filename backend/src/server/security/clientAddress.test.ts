import { signIn } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { countedAddress } from './clientAddress.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', null],
  ['unknown', null],
  ['192.0.2.7:443', null],
  ['x'.repeat(300), null],
])('%s is counted as %s', (address, counted) => {
  expect(countedAddress(address)).toBe(counted);
});

/** The statuses of `count` refused sign-ins, each with the X-Forwarded-For that the given function returns. */
async function refusedSignIns(
  server: ReturnType<typeof useTestServer>,
  count: number,
  forwardedFor: (attempt: number) => string,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < count; attempt++) {
    const headers = { 'X-Forwarded-For': forwardedFor(attempt) };
    statuses.push((await server.call(signIn, { headers, body: { telegram_id: '!' } })).status);
  }
  return statuses;
}

// With a tenth of the limits, two refused sign-ins a minute are allowed.
const limited = (env: Record<string, string>) => useTestServer({ RATE_LIMIT_FACTOR: '0.1', ...env });

describe('without TRUST_PROXY', () => {
  const server = limited({ PUBLIC_URL: 'https://flyers.example' });

  test('X-Forwarded-For is ignored, so changing it avoids no limit [S2.4-3]', async () => {
    expect(await refusedSignIns(server, 4, (attempt) => `198.51.100.${attempt}`)).toEqual([401, 401, 429, 429]);
    expect(await refusedSignIns(server, 1, () => 'x'.repeat(300))).toEqual([429]);
  });
});

describe('behind one proxy', () => {
  const server = limited({ TRUST_PROXY: '1' });

  test("callers are counted by the address that the proxy adds, not by the addresses in the caller's own header [S2.4-3]", async () => {
    const withForgedAddress = (attempt: number) => `10.0.0.${attempt}, 198.51.100.1`;
    expect(await refusedSignIns(server, 3, withForgedAddress)).toEqual([401, 401, 429]);
    expect(await refusedSignIns(server, 1, () => '198.51.100.2')).toEqual([401]);
  });
});

describe('behind a proxy that stands behind another one', () => {
  const server = limited({ TRUST_PROXY: '2' });

  test('callers are counted by the address that the outer proxy adds [S2.4-3]', async () => {
    const through = (client: string) => (attempt: number) => `10.0.0.${attempt}, ${client}, 172.18.0.1`;
    expect(await refusedSignIns(server, 3, through('198.51.100.1'))).toEqual([401, 401, 429]);
    expect(await refusedSignIns(server, 1, through('198.51.100.2'))).toEqual([401]);
  });
});
