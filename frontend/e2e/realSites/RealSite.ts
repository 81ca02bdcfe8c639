import type { Page } from '@playwright/test';
import type { SiteCookie } from '../creatorSite/loopbackServer.ts';
import type { StorySite } from '../extensionStory.ts';
import type { FaultyProxy, ProxyCall } from '../FaultyProxy.ts';

/** A real site on loopback, installed by its own installer into a temporary folder. */
export abstract class RealSite implements StorySite {
  protected readonly cookies = new Map<string, SiteCookie[]>();

  protected constructor(readonly proxy: FaultyProxy) {}

  abstract readonly name: string;
  /** What a person does there to make a post. The pack is made by watching this, and by nothing else. */
  abstract readonly byHand: ByHand;
  /** The posts of an account as the site itself stores them, read from its database, oldest first. */
  abstract storedPosts(username: string): Promise<StoredPost[]>;
  /** Makes all posts an hour older, so that the feed can show that a later one is absent. */
  abstract letAnHourPass(): Promise<void>;
  /** Whether the browser sends a post with this call, an image, or asks for the page of a new post. */
  abstract isPublish(call: ProxyCall): boolean;
  abstract isUpload(call: ProxyCall): boolean;
  abstract isNewPost(call: ProxyCall): boolean;
  /** Kills the site's server without notice and starts it again. */
  abstract killAndRestart(): Promise<void>;
  protected abstract end(): Promise<void>;

  get origin(): string {
    return this.proxy.url;
  }

  cookiesFor(username: string): SiteCookie[] {
    return this.cookies.get(username) ?? [];
  }

  /** How often a text is live, on any account. */
  async timesLive(text: string): Promise<number> {
    const posts = await Promise.all(USERNAMES.map((username) => this.storedPosts(username)));
    return posts.flat().filter((post) => post.text === linesOf(text)).length;
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await this.end();
  }
}

export interface StoredPost {
  /** Without markup; lines as the site shows them. */
  readonly text: string;
  /** Addresses. */
  readonly images: readonly string[];
  /** Path and query of the post. */
  readonly path: string;
}

interface PostByHand {
  readonly title: string;
  readonly text: string;
  /** Path of the file. */
  readonly image: string;
  /** Resolves when the recorder says that it has seen the image on the page. */
  imageSeen(): Promise<void>;
}

export interface ByHand {
  /** From the page of the new post to the site's answer. The page is logged in. */
  write(page: Page, post: PostByHand): Promise<void>;
  clickName(page: Page): Promise<void>;
  /** Opens the page's own posts and clicks the one that was written. */
  clickPost(page: Page, post: { readonly title: string; readonly text: string }): Promise<void>;
  /** The field takes HTML. */
  readonly takesHtml?: boolean;
}

/** The accounts of each site. Each has the password `PASSWORD`. */
export const USERNAMES = ['nova', 'iris'] as const;
export const PASSWORD = 'moon-1234567890';

/** The cookies that an answer of the site sets. */
export const cookiesOf = (answer: Response, origin: string): SiteCookie[] =>
  answer.headers.getSetCookie().flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return name && value && value !== 'deleted' ? [{ name, value, url: origin }] : [];
  });

/** A text without empty lines. */
export const linesOf = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** The text that a browser shows of some HTML, without empty lines. */
export const shownTextOf = (html: string): string =>
  linesOf(
    html
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<br\b[^>]*>\n?|<\/(?:p|div|figure|h\d)>/g, '\n')
      .replaceAll(/<\/?[a-z][^>]*>/gi, '')
      .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
        name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
      ),
  );
