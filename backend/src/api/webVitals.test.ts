import { reportWebVitals } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';

const server = useTestServer();

describeCall(server, reportWebVitals, ({ succeeds, refuses }) => {
  succeeds('counts the values of a visit by kind of screen, without the missing ones', async () => {
    await server.call(reportWebVitals, { body: { screen: 'admin', lcp_ms: 1_500, cls: 0.2 } });
    const answer = await server.call(reportWebVitals, { body: { screen: 'dashboard', inp_ms: 80 } });
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
    expect(text.match(/^flyerdeck_web_\w+_sum.*$/gm)).toEqual([
      'flyerdeck_web_lcp_seconds_sum{screen="admin"} 1.5',
      'flyerdeck_web_inp_seconds_sum{screen="dashboard"} 0.08',
      'flyerdeck_web_cls_sum{screen="admin"} 0.2',
    ]);
    return answer;
  });

  refuses(
    'for another screen, because each would be a further series of the metrics',
    { code: 'invalid_request', sentence: /screen/ },
    async () => () => server.call(reportWebVitals, { body: { screen: 'secret' as 'admin', lcp_ms: 1 } }),
  );
});
