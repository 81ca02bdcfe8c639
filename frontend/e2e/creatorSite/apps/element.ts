import { EXPIRY_DAYS, expiryText, payText } from '../words.ts';
import {
  act,
  canPost,
  type Draft,
  EMPTY_DRAFT,
  language,
  loadMe,
  type Names,
  namesOf,
  sendPost,
  summaryOf,
  uploadPhoto,
  words,
} from './calls.ts';
import { CreatorFeed, FeedPostElement } from './elementFeed.ts';
import { Part } from './elementPart.ts';
import { DateTimePicker } from './elementPicker.ts';
import { build } from './parts.ts';

/** A button whose text is in a slot. */
class UiButton extends Part {
  static readonly observedAttributes = ['disabled'];
  private readonly button = build('button', { type: 'button' }, build('slot'));

  constructor() {
    super();
    this.root.append(this.button);
    // Before the listeners of the page.
    this.addEventListener(
      'click',
      (event) => {
        if (this.hasAttribute('disabled')) event.stopImmediatePropagation();
      },
      { capture: true },
    );
  }

  attributeChangedCallback(): void {
    this.button.disabled = this.hasAttribute('disabled');
  }
}

class ComposerText extends Part {
  connectedCallback(): void {
    const field = build('textarea', { 'aria-label': words.text, part: 'field' });
    // Input events are seen here. The composer sees the text only.
    field.addEventListener('input', () => this.emit('text', field.value));
    this.root.replaceChildren(field);
  }
}

class ComposerPhoto extends Part {
  private readonly preview = build('div', { class: 'preview' });

  connectedCallback(): void {
    const file = build('input', { type: 'file', accept: 'image/*', hidden: true });
    file.addEventListener('change', () => {
      const photo = file.files?.[0];
      if (photo) this.emit('photo', photo);
    });
    this.root.replaceChildren(build('ui-button', { onclick: () => file.click() }, words.addPhoto), file, this.preview);
  }

  show({ upload, isUploading, problem }: Draft): void {
    this.toggleAttribute('uploading', isUploading);
    this.preview.replaceChildren(
      ...(isUploading ? [build('progress', { 'aria-label': words.loading })] : []),
      ...(upload ? [build('img', { src: `/files/${upload}`, alt: words.photo })] : []),
      ...(problem ? [build('p', { role: 'alert' }, problem)] : []),
    );
  }
}

class ExpiryPicker extends Part {
  private days: number | null = null;

  connectedCallback(): void {
    this.root.replaceChildren(
      build(
        'div',
        { role: 'radiogroup', 'aria-label': words.expiry },
        ...EXPIRY_DAYS.map((days) => this.option(days)),
        build('ui-button', { onclick: () => this.emit('picked', this.days) }, words.save),
      ),
    );
  }

  private option(days: number | null): HTMLElement {
    const input = build('input', { type: 'radio', name: 'expiry' });
    input.addEventListener('change', () => {
      this.days = days;
    });
    return build('label', {}, input, expiryText(language, days));
  }
}

/** The form for new posts. Its parts have shadow roots of their own. */
class PostComposer extends Part {
  names: Names = namesOf('usual');
  private draft: Draft = EMPTY_DRAFT;
  private readonly photo = new ComposerPhoto();
  private readonly summary = build('p', { class: 'summary' });
  private readonly submit = build('ui-button', { disabled: true, onclick: () => this.send() }, words.post);

  connectedCallback(): void {
    const { names } = this;
    const text = new ComposerText();
    const expiry = new ExpiryPicker();
    const time = new DateTimePicker();
    for (const panel of [expiry, time]) panel.hidden = true;
    text.setAttribute('data-testid', names.text);
    this.photo.setAttribute('data-testid', names.photo);
    this.submit.setAttribute('data-testid', names.submit);
    text.addEventListener('text', (event) => this.change({ text: (event as CustomEvent<string>).detail }));
    this.photo.addEventListener('photo', (event) =>
      uploadPhoto((event as CustomEvent<File>).detail, (change) => this.change(change)),
    );
    expiry.addEventListener('picked', (event) => {
      expiry.hidden = true;
      this.change({ expiresInDays: (event as CustomEvent<number | null>).detail });
    });
    time.addEventListener('picked', (event) => {
      time.hidden = true;
      this.change({ scheduledFor: (event as CustomEvent<Date>).detail });
    });
    const open = (name: string, label: string, panel: HTMLElement) =>
      build(
        'ui-button',
        {
          'data-testid': name,
          onclick: () => {
            panel.hidden = !panel.hidden;
          },
        },
        label,
      );
    this.root.replaceChildren(
      build(
        'form',
        { id: names.form, 'aria-label': words.newPost },
        text,
        this.photo,
        this.summary,
        open(names.expiry, words.expiry, expiry),
        expiry,
        open(names.schedule, words.schedule, time),
        time,
        build('ui-button', { onclick: () => location.assign('/') }, words.discard),
        this.submit,
      ),
      new PromoteCard(),
    );
  }

  private change(change: Partial<Draft>): void {
    this.draft = { ...this.draft, ...change };
    this.photo.show(this.draft);
    this.summary.textContent = summaryOf(this.draft);
    this.submit.toggleAttribute('disabled', !canPost(this.draft));
  }

  private async send(): Promise<void> {
    this.submit.toggleAttribute('disabled', true);
    const { text, link } = await sendPost(this.draft);
    const toast = new ToastMessage();
    toast.append(link ? build('a', { href: link }, text) : text);
    toast.setAttribute('kind', link ? 'success' : 'error');
    this.getRootNode().appendChild(toast);
  }
}

/** The message is in the slot. */
class ToastMessage extends Part {
  connectedCallback(): void {
    const role = this.getAttribute('kind') === 'success' ? 'status' : 'alert';
    this.root.replaceChildren(build('div', { role }, build('slot')));
  }
}

/** A form that is not for posting. */
class PromoteCard extends Part {
  connectedCallback(): void {
    const card = build('input', { 'aria-label': words.card, value: '4000 0000 0000 0002' });
    const pay = build('ui-button', { onclick: () => void act('payment', card.value) }, payText(language));
    this.root.replaceChildren(build('form', { 'aria-label': words.promote }, card, pay));
  }
}

class ChatBox extends Part {
  connectedCallback(): void {
    const message = build('textarea', { 'aria-label': words.writeMessage }, 'A private draft');
    const send = build('ui-button', { onclick: () => void act('message', message.value) }, words.send);
    const form = build('form', { 'aria-label': words.messages }, message, send);
    this.root.replaceChildren(build('p', {}, 'Ana: 555-0137'), form);
  }
}

const countOf = (count: number) =>
  count > 0 ? build('span', { class: 'count' }, count > 99 ? '99+' : String(count)) : null;

class CreatorApp extends Part {
  async connectedCallback(): Promise<void> {
    const me = await loadMe();
    const isProfile = location.pathname === `/${me.username}`;
    const content =
      location.pathname === '/posts/create'
        ? Object.assign(new PostComposer(), { names: namesOf(me.markup) })
        : Object.assign(new CreatorFeed(), { feed: me.feed });
    this.root.replaceChildren(
      build(
        'nav',
        {},
        build('a', { href: '/' }, `${words.home} `, countOf(me.counts.home)),
        build('a', { href: '/my/notifications' }, `${words.notifications} `, countOf(me.counts.notifications)),
        build('a', { href: '/my/chats' }, `${words.messages} `, countOf(me.counts.messages)),
        build('a', { href: '/posts/create' }, words.newPost),
        build(
          'form',
          { action: '/search', role: 'search' },
          build('input', { type: 'search', name: 'q', 'aria-label': words.search }),
        ),
        build(
          'a',
          { href: `/${me.username}`, class: 'me' },
          build('b', {}, me.name),
          ' ',
          build('span', {}, `@${me.username}`),
        ),
      ),
      build('main', {}, build('h1', {}, isProfile ? me.name : words.yourPosts), content),
      new ChatBox(),
    );
  }
}

const ELEMENTS = {
  'ui-button': UiButton,
  'composer-text': ComposerText,
  'composer-photo': ComposerPhoto,
  'expiry-picker': ExpiryPicker,
  'date-time-picker': DateTimePicker,
  'promote-card': PromoteCard,
  'post-composer': PostComposer,
  'toast-message': ToastMessage,
  'chat-box': ChatBox,
  'feed-post': FeedPostElement,
  'creator-feed': CreatorFeed,
  'creator-app': CreatorApp,
};

for (const [name, element] of Object.entries(ELEMENTS)) customElements.define(name, element);
document.getElementById('root')?.replaceWith(build('creator-app'));
