import type { RunnerPage } from '@flyerdeck/contracts';
import type { ServerApi } from './serverApi.ts';

/** The pages of this runner as the server knew them at the last read. */
export class ServerPages {
  private pages: readonly RunnerPage[] = [];

  constructor(private readonly server: ServerApi) {}

  /** True if the runner is paired. */
  async read(): Promise<boolean> {
    const { is_paired: isPaired, pages } = await this.server.read();
    this.pages = pages;
    return isPaired;
  }

  /** The page of an account of the site. */
  ofAccount(creatorId: string): RunnerPage | undefined {
    return this.pages.find((page) => page.creator_id === creatorId);
  }

  /** The account of a page. */
  accountOf(guid: string): string | undefined {
    return this.pages.find((page) => page.guid === guid)?.creator_id;
  }
}
