import { openAccountExport } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUp } from './people.testing.ts';

/** Contents of the export: `backend/src/accounts/privacy`. */
const server = useTestServer();

describeCall(server, openAccountExport, ({ succeeds }) => {
  succeeds('answers an address below this host', async () => {
    const { as } = await signUp(server);
    const answer = await server.call(openAccountExport, { as });
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
    return answer;
  });
});
