import { useTestServer } from '../../../test/testServer.ts';
import { sendRaw } from '../http/rawRequest.testing.ts';

async function statusFor(server: ReturnType<typeof useTestServer>, host: string, target = 'GET /api/credits/packages') {
  const { port } = new URL(server.baseUrl);
  const { socket, answer } = await sendRaw(server.baseUrl, target, { Host: host.replace('PORT', port) });
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(await answer)?.[1]);
  socket.destroy();
  return status;
}

describe('mock mode', () => {
  const server = useTestServer({ PUBLIC_URL: 'http://flyers.example:8080' });

  test.each(['localhost:PORT', '127.0.0.1:PORT', '127.0.0.2', '[::1]:PORT', 'flyers.example', 'flyers.example:8080'])(
    'answers for the host %s',
    async (host) => {
      expect(await statusFor(server, host)).toBe(200);
    },
  );

  test.each(['rebound.example:PORT', 'localhost.rebound.example', '127.0.0.1.rebound.example', '192.168.0.7:PORT', ''])(
    "refuses calls and files for the host '%s' [S3.5-3]",
    async (host) => {
      expect(await statusFor(server, host)).toBe(421);
      expect(await statusFor(server, host, 'GET /')).toBe(421);
    },
  );
});
