import type { AppContext } from '../src/context.ts';
import { poolOf } from '../src/database/pool.ts';
import { type AgentPace, DemoAgent } from './demoAgent.ts';
import { ApiFailure, createDemoApi } from './demoApi.ts';
import { fillWithDemoData, isEmptyInstallation, signInDemoAdmin } from './demoData.ts';
import { DEMO_PAGES } from './demoPages.ts';
import { type LinkedDemoPage, linkDemoPage } from './linkDemoPage.ts';

export interface RunningDemo {
  stop(): Promise<void>;
}

/** Fast enough that a user who clicks Start Posting sees results. */
const DEMO_PACE: AgentPace = { minSeconds: 3, maxSeconds: 6, pollSeconds: 3, retrySeconds: 1 };

/**
 * Fills an empty installation with demo data, links the demo's pages, and starts an agent for each. `baseUrl` is the API's address
 * for this process.
 */
export async function startDemo(app: AppContext, baseUrl: string, pace: AgentPace = DEMO_PACE): Promise<RunningDemo> {
  const { db, logger } = app;
  const api = createDemoApi(baseUrl);
  const linked: LinkedDemoPage[] = [];
  try {
    const isEmpty = await isEmptyInstallation(poolOf(db));
    const session = await signInDemoAdmin(api);
    for (const demoPage of DEMO_PAGES) linked.push(await linkDemoPage(app, api, { baseUrl, session, demoPage }));
    if (isEmpty) {
      await fillWithDemoData(api, linked, session);
      logger.info('demo data made');
    }
  } catch (error) {
    // For example after another admin has deactivated the demo's admin.
    if (!(error instanceof ApiFailure)) throw error;
    logger.warn({ err: error }, "the demo's pages could not be linked");
  }
  const agents = linked.map(
    ({ demoPage: page, deviceSecret }) => new DemoAgent({ api, logger, page, deviceSecret, pace }),
  );
  return {
    async stop() {
      await Promise.all(agents.map((agent) => agent.stop()));
    },
  };
}
