import type { FeedPost } from '../feedPages.ts';
import {
  addMonths,
  EXPIRY_DAYS,
  expiryText,
  firstPick,
  halfTexts,
  hourTexts,
  isPast,
  MINUTES,
  momentText,
  monthText,
  type PickedTime,
  payText,
  pickedDate,
} from '../words.ts';
import {
  act,
  canPost,
  type Draft,
  deletePost,
  EMPTY_DRAFT,
  language,
  loadFeed,
  loadMe,
  type Me,
  namesOf,
  sendPost,
  summaryOf,
  uploadPhoto,
  words,
} from './calls.ts';
import { textEditor } from './editor.ts';
import { build } from './parts.ts';

/** A button that is no button element. */
const pressable = (label: string, onPress: () => void, attributes: Record<string, string> = {}) => {
  const press = () => {
    if (element.getAttribute('aria-disabled') !== 'true') onPress();
  };
  const onkeydown = (event: Event) => {
    if ((event as KeyboardEvent).key === 'Enter') press();
  };
  const element = build('div', { role: 'button', tabindex: '0', ...attributes, onclick: press, onkeydown }, label);
  return element;
};

const choices = (label: string, texts: readonly string[], choose: (index: number) => void) => {
  const items = texts.map((text, index) =>
    build(
      'li',
      {
        role: 'radio',
        tabindex: '0',
        onclick: () => {
          for (const item of items) item.setAttribute('aria-checked', String(item === items[index]));
          choose(index);
        },
      },
      text,
    ),
  );
  return build('ul', { class: 'choices', role: 'radiogroup', 'aria-label': label }, ...items);
};

function expiryPanel(save: (days: number | null) => void): HTMLElement {
  let days: number | null = null;
  const choose = (index: number) => {
    days = EXPIRY_DAYS[index] ?? null;
  };
  const texts = EXPIRY_DAYS.map((choice) => expiryText(language, choice));
  return build(
    'fieldset',
    { 'data-panel': 'expiry' },
    choices(words.expiry, texts, choose),
    pressable(words.save, () => save(days)),
  );
}

function schedulePanel(save: (at: Date) => void): HTMLElement {
  let picked = firstPick();
  const pick = (change: Partial<PickedTime>) => {
    picked = { ...picked, ...change };
  };
  const month = build('output');
  const calendar = build('div');
  const showMonth = (by: number) => {
    pick({ month: addMonths(picked.month, by) });
    const [year, index] = [picked.month.getFullYear(), picked.month.getMonth()];
    const count = new Date(year, index + 1, 0).getDate();
    const texts = Array.from({ length: count }, (_, day) => String(day + 1));
    const days = choices(monthText(language, picked.month), texts, (day) => pick({ day: day + 1 }));
    for (const [day, item] of [...days.children].entries()) {
      item.toggleAttribute('inert', isPast(new Date(year, index, day + 1)));
    }
    month.textContent = monthText(language, picked.month);
    calendar.replaceChildren(days);
  };
  showMonth(0);
  const halves = halfTexts(language);
  return build(
    'fieldset',
    { 'data-panel': 'schedule' },
    pressable(words.previous, () => showMonth(-1)),
    month,
    pressable(words.next, () => showMonth(1)),
    calendar,
    choices(words.hours, hourTexts(language), (hour) => pick({ hour })),
    choices(words.minutes, MINUTES, (minute) => pick({ minute })),
    halves.length > 0 ? choices(words.half, halves, (half) => pick({ half })) : null,
    pressable(words.save, () => save(pickedDate(language, picked))),
  );
}

/** The text field is an editor with a model of its own. The file input exists while a file is chosen. */
function composer(me: Me): HTMLElement {
  const names = namesOf(me.markup);
  let draft: Draft = EMPTY_DRAFT;
  const preview = build('div', { 'data-part': names.preview });
  const summary = build('p');
  const panel = build('div');
  const change = (part: Partial<Draft>) => {
    draft = { ...draft, ...part };
    submit.setAttribute('aria-disabled', String(!canPost(draft)));
    preview.setAttribute('data-state', draft.isUploading ? 'uploading' : draft.upload ? 'ready' : 'empty');
    preview.replaceChildren(
      ...(draft.upload ? [build('img', { src: `/files/${draft.upload}`, alt: words.photo })] : []),
      ...(draft.problem ? [build('p', { role: 'alert' }, draft.problem)] : []),
    );
    summary.textContent = summaryOf(draft);
  };
  const close = (part: Partial<Draft>) => {
    panel.replaceChildren();
    change(part);
  };
  const choosePhoto = () => {
    for (const former of form.querySelectorAll('input[type=file]')) former.remove();
    const input = build('input', { type: 'file', accept: 'image/*', hidden: true });
    input.addEventListener('cancel', () => input.remove());
    input.addEventListener('change', () => {
      const photo = input.files?.[0];
      input.remove();
      if (photo) uploadPhoto(photo, change);
    });
    form.append(input);
    input.click();
  };
  const submit = pressable(words.post, () => send(), { 'data-part': names.submit, 'aria-disabled': 'true' });
  const send = async () => {
    submit.setAttribute('aria-disabled', 'true');
    const { text, link } = await sendPost(draft);
    const note = build('div', { class: 'b-toast', role: link ? 'status' : 'alert' });
    note.append(link ? build('a', { href: link }, text) : text);
    document.body.append(note);
  };
  const editor = textEditor({ 'aria-label': words.text, 'data-part': names.text }, (text) => change({ text }));
  const openExpiry = () => panel.replaceChildren(expiryPanel((expiresInDays) => close({ expiresInDays })));
  const openSchedule = () => panel.replaceChildren(schedulePanel((scheduledFor) => close({ scheduledFor })));
  const form = build(
    'form',
    { class: 'composer', 'data-part': names.form, 'aria-label': words.newPost },
    editor,
    preview,
    summary,
    panel,
    pressable(words.addPhoto, choosePhoto, { 'data-part': names.photo }),
    pressable(words.expiry, openExpiry, { 'data-part': names.expiry }),
    pressable(words.schedule, openSchedule, { 'data-part': names.schedule }),
    pressable(words.discard, () => location.assign('/')),
    submit,
  );
  return form;
}

/** A form that is not for posting. */
const otherForm = (kind: 'message' | 'payment', label: string, field: HTMLInputElement, button: string) =>
  build(
    'form',
    { 'aria-label': label },
    field,
    pressable(button, () => void act(kind, field.value)),
  );

function postEntry(post: FeedPost, feed: Me['feed']): HTMLElement {
  const at = momentText(language, new Date(post.at));
  const isChanged = feed === 'changed';
  const time = isChanged ? build('small', {}, at) : build('time', { datetime: post.at, title: post.at }, at);
  const remove = async () => {
    await deletePost(post.id);
    entry.remove();
  };
  const entry = build(
    'li',
    isChanged ? { 'data-item': post.id } : { 'data-post': post.id },
    post.isPinned ? build('p', {}, words.pinned) : null,
    build('div', { [isChanged ? 'data-caption' : 'data-text']: true, class: 'post-text' }, post.text),
    post.isShortened ? pressable(words.showMore, () => {}) : null,
    post.image ? build('img', { src: post.image, alt: words.photo }) : null,
    post.isScheduled || isChanged ? time : build('a', { href: post.path, rel: 'bookmark' }, time),
    post.expiresInDays ? build('p', {}, words.expiresIn(expiryText(language, post.expiresInDays))) : null,
    pressable(words.delete, () => void remove()),
  );
  return entry;
}

/** A feed that loads older posts when its end is scrolled into view. */
function feedOf(me: Me): HTMLElement {
  const list = build('ol', { 'aria-label': words.yourPosts });
  const end = build('p', { role: 'status' }, words.loading);
  let from: number | null = 0;
  const load = async () => {
    if (from === null) return;
    try {
      const { posts, older } = await loadFeed(from);
      list.append(...posts.map((post) => postEntry(post, me.feed)));
      from = older;
      // Observed anew, because it may still be in view.
      observer.unobserve(end);
      if (older !== null) observer.observe(end);
      else end.textContent = list.children.length > 0 ? '' : words.noPosts;
    } catch (error) {
      end.replaceWith(build('p', { role: 'alert' }, (error as Error).message));
    }
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) load();
  });
  observer.observe(end);
  return build('section', {}, list, end);
}

const menuItem = (path: string, text: string, count = 0) =>
  build('a', { href: path }, `${text} `, count > 0 ? build('sup', {}, count > 99 ? '99+' : String(count)) : null);

async function start(): Promise<void> {
  const me = await loadMe();
  const profile = `/${me.username}`;
  document
    .getElementById('root')
    ?.append(
      build(
        'nav',
        {},
        menuItem('/', words.home, me.counts.home),
        menuItem('/my/notifications', words.notifications, me.counts.notifications),
        menuItem('/my/chats', words.messages, me.counts.messages),
        menuItem('/posts/create', words.newPost),
        build(
          'form',
          { action: '/search', role: 'search' },
          build('input', { type: 'search', name: 'q', 'aria-label': words.search }),
        ),
        build('a', { href: profile, rel: 'author' }, build('b', {}, me.name), build('i', {}, ` @${me.username}`)),
      ),
      build('h1', {}, location.pathname === profile ? me.name : words.yourPosts),
      location.pathname === '/posts/create' ? composer(me) : feedOf(me),
      build('p', {}, 'Ana: 555-0137'),
      otherForm(
        'message',
        words.messages,
        build('input', { 'aria-label': words.writeMessage, value: 'A private draft' }),
        words.send,
      ),
      otherForm(
        'payment',
        words.promote,
        build('input', { 'aria-label': words.card, value: '4000 0000 0000 0002' }),
        payText(language),
      ),
    );
}

start();
