import { LoopbackServer, type SiteCookie } from '../loopbackServer.ts';
import { type Account, SiteRecords } from '../SiteRecords.ts';
import { answerPlain } from './plainRoutes.ts';

/** A stand-in for a creator site whose pages come from the server, with forms and one small script. Posting loads a new page. */
export class PlainSite {
  private constructor(
    private readonly server: LoopbackServer,
    readonly records: SiteRecords,
  ) {}

  static async start(accounts: readonly Account[]): Promise<PlainSite> {
    const records = new SiteRecords(accounts);
    const server = await LoopbackServer.start(
      (request) => answerPlain(site, request),
      () => records.now(),
    );
    const site = new PlainSite(server, records);
    return site;
  }

  get origin(): string {
    return this.server.origin;
  }

  /** What the site accepted, oldest first. */
  get accepted() {
    return this.records.accepted;
  }

  /** The cookies of a new session, for `BrowserContext.addCookies`. */
  cookiesFor(username: string): SiteCookie[] {
    const { id, password } = this.records.account(username);
    const session = this.records.logIn(username, password) ?? '';
    return [
      { name: 'SESSIONID', value: session, url: this.origin },
      { name: 'member_no', value: id, url: this.origin },
    ];
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}
