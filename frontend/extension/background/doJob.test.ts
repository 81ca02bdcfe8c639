import { STAND_IN_PACK } from '../../test/extension/siteDocument.ts';
import type { Device, Posting } from '../shared/extensionStorage.ts';
import { SiteProblem } from '../sites/site.ts';
import { doJob } from './doJob.ts';
import { failJob, finishJob } from './finishJob.ts';
import { extendLease } from './productApi.ts';
import { ask } from './workTab.ts';

const mockStored = new Map<string, unknown>();
jest.mock('../shared/extensionStorage.ts', () => ({
  read: async (key: string) => mockStored.get(key) ?? null,
  write: async (key: string, value: unknown) => mockStored.set(key, value),
  forget: async (...keys: string[]) => keys.map((key) => mockStored.delete(key)),
}));
jest.mock('../shared/packInUse.ts', () => ({
  packInUse: async () => jest.requireActual('../../test/extension/siteDocument.ts').STAND_IN_PACK,
}));
jest.mock('./workTab.ts', () => ({ ask: jest.fn(), visit: async () => 1 }));
jest.mock('./finishJob.ts', () => ({ failJob: jest.fn(), finishJob: jest.fn() }));
jest.mock('./sitePack.ts', () => ({ recordFailedPost: async () => undefined }));
jest.mock('./productApi.ts', () => ({
  ApiFailure: class extends Error {},
  extendLease: jest.fn(),
  startHeartbeat: () => () => undefined,
}));

const DEVICE = { secret: 'secret', page: { creatorId: '1', username: 'luna' } } as Device;
const POSTING = { id: 'p', text: 'A flyer', image_url: null, scheduled_for: null } as Posting;

beforeEach(() => {
  jest.clearAllMocks();
  mockStored.set('sitePack', { pack: STAND_IN_PACK });
});
afterEach(() => jest.useRealTimers());

test('a problem of the site after the press is no failure: the stored job is finished later', async () => {
  jest
    .mocked(ask)
    .mockImplementation((async (_: number, { kind }: { kind: string }) =>
      kind === 'prepare' ? { problem: null, structure: null } : { willPress: true }) as never);
  jest.mocked(finishJob).mockRejectedValueOnce(new SiteProblem('site_failing', 'The creator site did not answer.'));
  await expect(doJob(DEVICE, POSTING)).rejects.toThrow('did not answer');
  expect(mockStored.get('job')).toMatchObject({ step: 'pressing', report: null });
});

test('a server that is away right before the press: nothing is pressed, and the posting returns to the queue', async () => {
  jest.useFakeTimers();
  jest.mocked(ask).mockResolvedValue({ problem: null, structure: null } as never);
  jest.mocked(extendLease).mockRejectedValue(new Error('away'));
  const job = doJob(DEVICE, POSTING);
  await jest.runAllTimersAsync();
  await job;
  expect(jest.mocked(failJob).mock.calls.map(([, , problem]) => problem.code)).toEqual(['not_pressed']);
  expect(jest.mocked(ask).mock.calls.filter(([, { kind }]) => kind === 'press')).toEqual([]);
});
