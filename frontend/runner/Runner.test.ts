import { HintChannel } from './hintChannel.ts';
import { Runner } from './Runner.ts';
import type { RunnerFolder } from './runnerFolder.ts';

jest.mock('./hintChannel.ts', () => ({ HintChannel: jest.fn() }));

test('a runner that is stopped while it starts opens no connection, which would never end', async () => {
  let answer: (response: Response) => void = () => undefined;
  const fetching = jest.spyOn(globalThis, 'fetch').mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const folder = { secret: 's', pages: [] } as unknown as RunnerFolder;
  const browser = { executablePath: '', isHeadless: true, args: [] };
  const runner = new Runner({ folder, serverUrl: 'http://localhost', atOnce: 1, browser, log: () => undefined });
  const running = runner.run();
  expect(fetching).toHaveBeenCalledTimes(1);
  const stopping = runner.stop();
  answer({ ok: true, text: async () => '{"is_paired":true,"pages":[]}' } as Response);
  await running;
  expect(HintChannel).not.toHaveBeenCalled();
  answer({ ok: true, text: async () => '' } as Response);
  await stopping;
});
