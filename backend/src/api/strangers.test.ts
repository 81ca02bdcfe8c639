import { randomUUID } from 'node:crypto';
import { createPreset, listSessions, registry } from '@flyerdeck/contracts';
import { buildAssistant } from '../../test/factories.ts';
import { type Credentials, useTestServer } from '../../test/testServer.ts';
import { NO_RULES } from '../assistants/assistants.service.ts';
import { png } from '../files/pictures.fixture.ts';
import { databaseFingerprint } from './databaseFingerprint.testing.ts';
import { flyerForm } from './flyers.testing.ts';
import { signUp } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

interface Belongings {
  readonly page: string;
  readonly assistant: string;
  readonly waitingAssistant: string;
  readonly task: string;
  readonly waitingTask: string;
  readonly preset: string;
  readonly session: string;
}

async function ownerWithEverything() {
  const owner = await signUpPosting(server);
  await owner.post(owner.pages[0], 'failed');
  const waiting = await buildAssistant(server.context.dataSource, owner.id);
  const preset = await server.call(createPreset, { as: owner.as, body: { name: 'Evening', rules: NO_RULES } });
  const [session] = (await server.call(listSessions, { as: owner.as })).json.sessions;
  const belongings: Belongings = {
    page: owner.pages[0]?.guid ?? '',
    assistant: owner.assistantId,
    waitingAssistant: waiting.id,
    task: owner.taskId,
    waitingTask: waiting.taskIds[0] ?? '',
    preset: preset.json.id,
    session: session?.id ?? '',
  };
  return { as: owner.as, belongings };
}

interface Request {
  readonly of: keyof Belongings;
  readonly body?: (belongings: Belongings) => unknown;
}

/** A call that its owner may make, for every endpoint that names something of a user's. */
const requests: Record<string, Request> = {
  endSession: { of: 'session' },
  updateTags: { of: 'page', body: () => ({ tags: ['vip'] }) },
  unlinkPage: { of: 'page' },
  updateAssistant: { of: 'waitingAssistant', body: () => ({ name: 'Mine' }) },
  deleteAssistant: { of: 'assistant' },
  forecastAssistant: { of: 'waitingAssistant' },
  addToQueue: { of: 'waitingAssistant' },
  pauseAssistant: { of: 'assistant' },
  resumeAssistant: { of: 'assistant' },
  processScreenshots: { of: 'assistant' },
  listAssistantTasks: { of: 'assistant' },
  reorderTasks: { of: 'waitingAssistant', body: ({ waitingTask }) => ({ task_ids: [waitingTask] }) },
  uploadTasks: { of: 'waitingAssistant', body: () => picture },
  updatePreset: { of: 'preset', body: () => ({ name: 'Mine', rules: NO_RULES }) },
  deletePreset: { of: 'preset' },
  getTask: { of: 'task' },
  listTaskTimelines: { of: 'task' },
  updateTask: { of: 'waitingTask', body: () => ({ description: 'Mine' }) },
  deleteTask: { of: 'waitingTask' },
  retryTask: { of: 'task', body: () => ({ confirm_unconfirmed: true }) },
};

let picture: FormData;
beforeAll(async () => {
  picture = flyerForm([await png()]);
});

const named = Object.entries(registry).filter(([, { access, params }]) => access === 'user' && params);

test('every call that names something of a user is tried by a stranger', () => {
  expect(Object.keys(requests).sort()).toEqual(named.map(([name]) => name).sort());
});

describe.each(named)('%s', (name, endpoint) => {
  const request = requests[name] ?? { of: 'page' };
  const [parameter = ''] = Object.keys(endpoint.params?.properties ?? {});
  const call = (as: Credentials, id: string, belongings: Belongings) => {
    return server.call(endpoint, {
      as,
      params: { [parameter]: id } as never,
      body: request.body?.(belongings) as never,
    });
  };

  test("tells a stranger that there is no such thing, as if it were nobody's, and changes nothing", async () => {
    const { belongings } = await ownerWithEverything();
    const { as } = await signUp(server);
    const before = await databaseFingerprint(server.context.pool);
    const answer = await call(as, belongings[request.of], belongings);
    expect(answer).toMatchObject({ status: 404, error: { code: expect.stringMatching(/\.not_found$/) } });
    expect((await call(as, randomUUID(), belongings)).error).toEqual(answer.error);
    expect(await databaseFingerprint(server.context.pool)).toEqual(before);
  });

  test('finds it for its owner', async () => {
    const { as, belongings } = await ownerWithEverything();
    expect([200, 201, 204, 409, 422]).toContain((await call(as, belongings[request.of], belongings)).status);
  });

  test('refuses what is no id at all', async () => {
    const { as, belongings } = await ownerWithEverything();
    const answer = await call(as, '1', belongings);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_request', details: { part: 'path' } } });
  });
});
