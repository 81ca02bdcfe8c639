import type { SitePackNames } from './sitePack.ts';

/*
 * An element with one of these words in its name is never pressed, whatever a site pack says. A word that ends in `*` is the beginning
 * of words.
 */
const REMOVING = [
  ...['delet*', 'remov*', 'eras*', 'discard*'],
  ...['удал*', 'стереть'],
  ...['elimin*', 'borrar', 'borra', 'quitar', 'suprim*'],
];
const SENDING = ['send', 'sends', 'sending', 'отправ*', 'enviar*', 'envia', 'envía', 'envío'];
const FORBIDDEN = [
  ...['pay', 'pays', 'paid', 'paying', 'payment*', 'payout*', 'purchas*', 'buy*', 'checkout', 'tip', 'tips'],
  ...['subscri*', 'unsubscri*', 'block', 'blocks', 'report', 'reports', 'logout', 'signout', 'withdraw*', 'deactivat*'],
  ...['unlock*', 'follow*', 'unfollow*', 'donat*', 'message*', 'chat*'],
  ...['оплат*', 'платит*', 'платеж*', 'платёж*', 'заплат*', 'куп*', 'покуп*', 'чаевы*', 'подпис*', 'отпис*'],
  ...['заблок*', 'блокир*', 'жалоб*', 'пожалов*', 'выйти', 'выход', 'сообщени*', 'вывод', 'вывести'],
  ...['pagar', 'paga', 'pago', 'pagos', 'compra*', 'propina*', 'suscri*', 'bloque*', 'denunci*', 'reportar'],
  ...['desconect*', 'salir', 'mensaje*', 'retirar'],
];
/** A button that sends one of these sends no message. */
const POSTS = ['post', 'posts', 'пост', 'публикац*', 'publicación', 'publicacion'];
const FORBIDDEN_PHRASES = ['log out', 'log off', 'sign out', 'cerrar sesión', 'cerrar sesion', 'darse de baja'];

/** In ids, classes and other attributes, where words such as `block` belong to the layout. */
const REMOVING_IN_MARKUP = ['delet*', 'remove', 'removes', 'removal'];
const FORBIDDEN_IN_MARKUP = [
  ...['pay', 'payment*', 'payout*', 'purchas*', 'buy', 'checkout', 'tip', 'tips'],
  ...['subscrib*', 'unsubscrib*', 'logout', 'signout', 'withdraw*', 'deactivat*'],
];

/** In ids, classes and other attributes of a message box. */
const MESSAGE_BOX = [
  'chat*',
  'messages',
  'messenger',
  'messaging',
  'dm',
  'dms',
  'inbox',
  'conversation*',
  'comment*',
  'reply',
  'replies',
];
/** Notes of a site have this word too. */
const MESSAGE = ['message', 'msg'];

const matches = (word: string, pattern: string) =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** `deletePost` and `delete_post` are two words each. */
const wordsOfMarkup = (text: string) => wordsOf(text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));
const oneOf = (words: readonly string[], patterns: readonly string[]) =>
  words.find((word) => patterns.some((pattern) => matches(word, pattern))) ?? null;

/** What an element is pressed for: to remove a picture of the new post, to publish it, or anything else. */
export type PressUse = 'remove' | 'publish' | 'other';

/** The first word of a name or of a text because of which an element is never pressed. */
export function forbiddenWord(name: string, use: PressUse = 'other'): string | null {
  const words = wordsOf(name.normalize('NFKC'));
  const joined = ` ${words.join(' ')} `;
  const sendsPost = use === 'publish' && oneOf(words, POSTS) !== null;
  return (
    FORBIDDEN_PHRASES.find((phrase) => joined.includes(` ${phrase} `)) ??
    oneOf(words, [...(use === 'remove' ? [] : REMOVING), ...(sendsPost ? [] : SENDING), ...FORBIDDEN])
  );
}

/** The same for ids, classes, test ids and selectors. */
export const forbiddenWordInMarkup = (markup: string, use: PressUse = 'other'): string | null =>
  oneOf(wordsOfMarkup(markup), [...(use === 'remove' ? [] : REMOVING_IN_MARKUP), ...FORBIDDEN_IN_MARKUP]);

/** The first word of ids, classes, test ids and selectors that message boxes have. */
export const messageBoxWord = (markup: string): string | null => oneOf(wordsOfMarkup(markup), MESSAGE_BOX);
/** The same for a form and a text field: a new post has none of these words. */
export const messageFieldWord = (markup: string): string | null =>
  oneOf(wordsOfMarkup(markup), [...MESSAGE_BOX, ...MESSAGE]);

/** The names of buttons that publish. They are pressed as the composer's press button only, never to open something. */
export const PUBLISHING_NAMES: readonly string[] = [
  ...['post', 'post now', 'publish', 'publish now', 'share', 'share now', 'submit'],
  ...['опубликовать', 'опубликовать сейчас', 'разместить', 'поделиться'],
  ...['publicar', 'publicar ahora', 'compartir'],
];

/** As names are compared. */
export const normalizedName = (name: string): string =>
  name.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase();

export const isNameIn = (name: string, names: SitePackNames): boolean =>
  Object.values(names).some((list) => list.some((one) => normalizedName(one) === normalizedName(name)));
