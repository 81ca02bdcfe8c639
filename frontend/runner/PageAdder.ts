import { type Adding, addPage } from './addPage.ts';
import type { Times } from './nextWake.ts';
import type { PageBrowsers } from './PageBrowsers.ts';
import type { RemoteView } from './RemoteView.ts';
import type { RunnerFolder } from './runnerFolder.ts';
import type { RunnerStatus } from './runnerStatus.ts';
import type { ServerApi, ServerPages } from './serverApi.ts';

interface Parts {
  readonly folder: RunnerFolder;
  readonly server: ServerApi;
  readonly serverPages: ServerPages;
  readonly browsers: PageBrowsers;
  readonly times: Times;
  log(line: string): void;
}

/** Adds pages, one after the other. */
export class PageAdder {
  private adding: Adding | null = null;
  private problem: string | null = null;
  private isStopped = false;

  constructor(private readonly parts: Parts) {}

  status(): Pick<RunnerStatus, 'adding' | 'addProblem'> {
    const adding = this.adding && {
      profile: this.adding.profile,
      username: this.adding.username,
      question: this.adding.question,
      hasView: this.adding.view !== null,
    };
    return { adding, addProblem: this.problem };
  }

  /** The view of the browser with this profile, if a page is being added in it. */
  viewOf(profile: string): RemoteView | null {
    return this.adding?.profile === profile ? this.adding.view : null;
  }

  /**
   * Opens a browser for a person to log in, and links the page after `answer`, or without a question with `isConfirmed`. With `many`
   * it opens the next one as soon as one is done, until one is closed. `status` shows the step, and a failure. Throws if a page is
   * being added.
   */
  begin({ many, isConfirmed }: { readonly many: number; readonly isConfirmed: boolean }): void {
    if (this.adding) throw new Error('A page is being added already.');
    void this.addMany(many, isConfirmed);
  }

  /** Answers the question of the page that is being added. */
  answer(isYes: boolean): void {
    if (!this.adding) return;
    if (isYes) this.adding.confirmed = true;
    else this.adding.cancelled = true;
  }

  stop(): void {
    this.isStopped = true;
    this.answer(false);
  }

  private async addMany(many: number, isConfirmed: boolean): Promise<void> {
    this.problem = null;
    try {
      for (let added = 0; added < many && !this.isStopped; added++) {
        const profile = this.parts.folder.newProfile();
        this.adding = { profile, username: null, question: null, view: null, confirmed: isConfirmed, cancelled: false };
        if (!(await this.addOne(this.adding))) return;
      }
    } catch (error) {
      this.problem = (error as Error).message.split('\n')[0] ?? '';
      this.parts.log(`The page could not be added: ${this.problem}`);
    } finally {
      this.adding = null;
    }
  }

  /** True if the page was added. False if the person has closed the browser or said no. */
  private async addOne(adding: Adding): Promise<boolean> {
    const { folder, serverPages, browsers, log } = this.parts;
    const linked = await addPage({
      ...this.parts,
      adding,
      launch: () => browsers.launch(adding.profile, true),
      isStopped: () => this.isStopped,
    });
    if (!linked) return false;
    for (const { creatorId, profile } of folder.pages) {
      // Its browser may run: then it would store the deleted page again when it ends.
      if (creatorId === linked.creator_id && profile !== adding.profile) await browsers.remove(profile);
    }
    await serverPages.read();
    log(`@${linked.username} was added.`);
    return true;
  }
}
