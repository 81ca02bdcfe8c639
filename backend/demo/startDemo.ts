import { User } from '../src/auth/user.entity.ts';
import type { AppContext } from '../src/context.ts';
import { poolOf } from '../src/database/pool.ts';
import { type AgentPace, DemoAgent } from './demoAgent.ts';
import { createDemoApi } from './demoApi.ts';
import { fillWithDemoData, isEmptyInstallation, signInDemoAdmin } from './demoData.ts';
import { openDemoDevices } from './demoDevices.ts';
import { DEMO_PAGES } from './demoPages.ts';

export interface RunningDemo {
  stop(): Promise<void>;
}

/** Fast enough that a user who clicks Start Posting sees results. */
const DEMO_PACE: AgentPace = { minSeconds: 3, maxSeconds: 6, pollSeconds: 3, retrySeconds: 1 };

/**
 * Fills an empty installation with demo data, and starts an agent for each page. `baseUrl` is the API's address for
 * this process.
 */
export async function startDemo(app: AppContext, baseUrl: string, pace: AgentPace = DEMO_PACE): Promise<RunningDemo> {
  const { db, logger } = app;
  const api = createDemoApi(baseUrl);
  const owner = once(async () => {
    const session = await signInDemoAdmin(api);
    const { id } = await db.findOneByOrFail(User, { telegramId: session.telegramId });
    return { id, session };
  });
  const devices = await openDemoDevices({ app, api, baseUrl, owner });
  if (await isEmptyInstallation(poolOf(db))) {
    await fillWithDemoData(api, devices, (await owner()).session);
    logger.info('demo data made');
  }
  const agents = DEMO_PAGES.map((page) => {
    const link = async () => (await devices.link(page)).device;
    return new DemoAgent({ api, baseUrl, logger, page, device: devices.known(page), link, pace });
  });
  return {
    async stop() {
      await Promise.all(agents.map((agent) => agent.stop()));
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
