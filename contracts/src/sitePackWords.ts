import type { SitePack, SitePackNames, SitePackStep, StepOf } from './sitePack.ts';

/* Whole phrases, because ordinary names such as 'Add default block' hold the same words. An admin can allow a name in one pack. */
const listOf = (text: string): readonly string[] => text.trim().split(/,\s+/);
const REMOVING = listOf(`
  delete, remove, erase, discard, delete permanently, move to trash, bulk delete,
  удалить, стереть,
  eliminar, borrar, quitar, suprimir`);
const ACTS = listOf(`
  pay, pay now, buy, buy now, purchase, checkout, check out, tip, subscribe, unsubscribe, unlock, block, report, follow, unfollow, donate,
  withdraw, deactivate, log out, logout, sign out, log off, send, reply, message, chat,
  оплатить, купить, подписаться, отписаться, заблокировать, пожаловаться, выйти, вывести, отправить, ответить, сообщение,
  pagar, comprar, suscribirse, suscribirme, bloquear, denunciar, reportar, desconectar, salir, retirar, enviar, responder, mensaje,
  cerrar sesión, cerrar sesion, darse de baja`);
const PHRASES = listOf(`
  delete account, delete my account, delete your account, delete page, delete profile, delete all, delete post, delete this post,
  deactivate account, close account, block user, block this user, block account, report user, report post, report account,
  send message, send a message, send tip, send a tip, send payment, send money, leave a tip, confirm payment, place order,
  subscribe for, subscribe to, unlock for, buy for, pay for, pay with, and pay, log out, sign out, log off, follow all, unfollow all,
  удалить аккаунт, удалить профиль, удалить страницу, удалить пост, заблокировать пользователя, отправить сообщение, отправить чаевые,
  eliminar cuenta, eliminar perfil, borrar cuenta, bloquear usuario, enviar mensaje, enviar propina, cerrar sesión, cerrar sesion`);

/** In markup, words such as `block` belong to the layout. */
const REMOVING_IN_MARKUP = listOf('deleteaccount, deletepost, deletepage');
const FORBIDDEN_IN_MARKUP = listOf(`
  payment, payments, payout, purchase, checkout, logout, signout, withdraw, deactivate, unsubscribe`);

const MESSAGE_BOX = listOf(`
  chat*, messages, messenger, messaging, dm, dms, inbox, conversation*, comment*, reply, replies`);
/** Notes of a site have this word too. */
const MESSAGE = ['message', 'msg'];

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** `deletePost` and `delete_post` are two words each. */
const wordsOfMarkup = (text: string) => wordsOf(text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));
const matches = (word: string, pattern: string) =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
const oneOf = (words: readonly string[], patterns: readonly string[]) =>
  words.find((word) => patterns.some((pattern) => matches(word, pattern))) ?? null;

/** To remove an image of the new post, to publish it, to open something by a step, or anything else. */
export type PressUse = 'remove' | 'publish' | 'open' | 'other';

/** 'Subscribe $5' is 'subscribe'. */
const actOf = (name: string) => wordsOf(name.normalize('NFKC').replaceAll(/\p{Sc}|\d+(?:[.,]\d+)?/gu, ' ')).join(' ');

/** Null: an element of this name may be pressed. */
export function forbiddenName(name: string, use: PressUse = 'other', allowed: readonly string[] = []): string | null {
  if (allowed.some((one) => normalizedName(one) === normalizedName(name))) return null;
  const act = actOf(name);
  const isRemoved = use === 'remove' ? [] : REMOVING;
  const whole = [...isRemoved, ...ACTS].find((one) => act === one);
  return whole ?? PHRASES.find((phrase) => ` ${act} `.includes(` ${phrase} `)) ?? null;
}

export function forbiddenInMarkup(markup: string, use: PressUse = 'other'): string | null {
  const words = wordsOfMarkup(markup);
  const joined = words.map((word, n) => `${word}${words[n + 1] ?? ''}`);
  return oneOf([...words, ...joined], [...(use === 'remove' ? [] : REMOVING_IN_MARKUP), ...FORBIDDEN_IN_MARKUP]);
}

export const messageBoxWord = (markup: string): string | null => oneOf(wordsOfMarkup(markup), MESSAGE_BOX);
export const messageFieldWord = (markup: string): string | null =>
  oneOf(wordsOfMarkup(markup), [...MESSAGE_BOX, ...MESSAGE]);

/** Pressed as the composer's press button only, never to open something. */
export const PUBLISHING_NAMES = listOf(`
  post, post now, publish, publish now, share, share now, submit,
  опубликовать, опубликовать сейчас, разместить, поделиться,
  publicar, publicar ahora, compartir`);

export const normalizedName = (name: string): string =>
  name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

export const isNameIn = (name: string, names: SitePackNames): boolean =>
  Object.values(names).some((list) => list.some((one) => normalizedName(one) === normalizedName(name)));

/** A kind that a pack has once at most, such as `publish`. */
export function stepOf<K extends SitePackStep['do']>(
  { steps }: Pick<SitePack, 'steps'>,
  kind: K,
): StepOf<K> | undefined {
  return steps.find((step): step is StepOf<K> => step.do === kind);
}

/** Every pack begins with the page of the new post. */
export const composerPath = (pack: Pick<SitePack, 'steps'>): string => stepOf(pack, 'open')?.path ?? '/';

const firstName = (names: SitePackNames) => Object.values(names)[0]?.[0] ?? '';

export function describeStep(step: SitePackStep): string {
  switch (step.do) {
    case 'open':
      return `open ${step.path}`;
    case 'press':
      return `press "${firstName(step.names)}"`;
    case 'fill':
      return step.what === 'title' ? 'write the title' : 'write the text';
    case 'attach':
      return 'add the image';
    case 'choose':
      return `choose "${firstName(step.names)}"`;
    case 'time':
      return 'set the time';
    case 'wait':
      return step.shown ? 'wait until something is shown' : 'wait until something is gone';
    case 'keep':
      return step.is ? `see that "${firstName(step.is)}" is chosen` : 'see that a field is empty';
    case 'publish':
      return `press "${firstName(step.names)}", which sends the post`;
    case 'confirm':
      return `confirm with "${firstName(step.names)}"`;
  }
}

export const holdsName = (text: string, names: SitePackNames): boolean =>
  Object.values(names)
    .flat()
    .some((one) => normalizedName(text).includes(normalizedName(one)));
