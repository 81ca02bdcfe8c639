import type { FeedPost } from '../feedPages.ts';
import { expiryText, momentText } from '../words.ts';
import { deletePost, language, loadFeed, type Me, words } from './calls.ts';
import { Part } from './elementPart.ts';
import { build } from './parts.ts';

export class FeedPostElement extends Part {
  post: FeedPost | null = null;
  feed: Me['feed'] = 'usual';

  connectedCallback(): void {
    const { post } = this;
    if (!post) return;
    const at = momentText(language, new Date(post.at));
    const time = this.feed === 'changed' ? build('span', {}, at) : build('time', { datetime: post.at }, at);
    const remove = async () => {
      await deletePost(post.id);
      this.remove();
    };
    this.root.replaceChildren(
      build(
        this.feed === 'changed' ? 'div' : 'article',
        {},
        build('link', { rel: 'stylesheet', href: '/site.css' }),
        post.isPinned ? build('p', {}, words.pinned) : null,
        build('div', { class: this.feed === 'changed' ? 'caption' : 'post-text' }, post.text),
        post.isShortened ? build('ui-button', {}, words.showMore) : null,
        post.image ? build('img', { src: post.image, alt: words.photo }) : null,
        post.isScheduled || this.feed === 'changed' ? time : build('a', { href: post.path }, time),
        post.expiresInDays ? build('p', {}, words.expiresIn(expiryText(language, post.expiresInDays))) : null,
        build('ui-button', { class: 'delete', onclick: () => void remove() }, words.delete),
      ),
    );
  }
}

export class CreatorFeed extends Part {
  feed: Me['feed'] = 'usual';
  private readonly list = build('section', { 'aria-label': words.yourPosts });

  connectedCallback(): void {
    this.root.replaceChildren(this.list);
    this.load(0);
  }

  private async load(from: number): Promise<void> {
    const progress = build('progress', { 'aria-label': words.loading });
    this.list.append(progress);
    try {
      const { posts, older } = await loadFeed(from);
      this.list.append(...posts.map((post) => Object.assign(new FeedPostElement(), { post, feed: this.feed })));
      if (from === 0 && posts.length === 0) this.list.append(build('p', {}, words.noPosts));
      if (older !== null) this.list.append(this.olderButton(older));
    } catch (error) {
      this.list.append(build('p', { role: 'alert' }, (error as Error).message));
    }
    progress.remove();
  }

  private olderButton(from: number): HTMLElement {
    const load = () => {
      button.remove();
      this.load(from);
    };
    const button = build('ui-button', { onclick: load }, words.olderPosts);
    return button;
  }
}
