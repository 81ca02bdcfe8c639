import type { UnknownAction } from '@reduxjs/toolkit';

const SECRET_KEYS = new Set([
  'session_token',
  'sessionToken',
  'token',
  'linking_token',
  'pairing_code',
  'linkingToken',
  'claim_token',
  'claimToken',
  'device_secret',
  'deviceSecret',
  'init_data',
  'initData',
  'widget',
  'hash',
  'signature',
  'proof',
  'X-Session-Token',
  'Authorization',
]);

/** Lengths and first letters of the names. This check rejects most other names faster than the set. */
const SHAPES = new Uint8Array(2048);
const shapeOf = (key: string): number => ((key.length & 15) << 7) | (key.charCodeAt(0) & 127);
for (const key of SECRET_KEYS) SHAPES[shapeOf(key)] = 1;
const isSecretKey = (key: string): boolean => SHAPES[shapeOf(key)] === 1 && SECRET_KEYS.has(key);

/** Shorter secrets are not searched in texts, because they would match parts of ordinary words. */
const MIN_SEARCHED_LENGTH = 16;

type PlainObject = Record<string, unknown>;

interface CallAction {
  readonly payload?: unknown;
  readonly error?: unknown;
  readonly meta?: {
    readonly baseQueryMeta?: unknown;
    readonly arg?: { readonly endpointName?: string; readonly originalArgs?: unknown; readonly queryCacheKey?: string };
  };
}

/** Whether a value is a plain object, also one of another window, which has another prototype. */
function isPlain(value: object): value is PlainObject {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Secrets are found by their names, then by their values in all texts and keys. A secret always has the same placeholder. A value without secrets is not copied. */
export class Redactor {
  private readonly placeholders = new Map<string, string>();
  private readonly known: [value: string, placeholder: string][] = [];
  private shortestKnown = Number.POSITIVE_INFINITY;
  private visited = 0;
  private count = 0;

  /** Number of values that the last redaction visited. It estimates the memory for its result. */
  get lastSize(): number {
    return this.visited;
  }

  /** Adds a secret and returns its placeholder. From now on the secret is replaced everywhere. */
  addSecret(secret: string): string {
    const given = this.placeholders.get(secret);
    if (given) return given;
    // Needs no escapes in an address or in the JSON of a cache key.
    const placeholder = `redacted-${++this.count}`;
    this.placeholders.set(secret, placeholder);
    if (secret.length < MIN_SEARCHED_LENGTH) return placeholder;
    this.known.push([secret, placeholder]);
    for (const form of [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      if (this.placeholders.has(form)) continue;
      this.placeholders.set(form, placeholder);
      this.known.push([form, placeholder]);
    }
    this.shortestKnown = Math.min(this.shortestKnown, secret.length);
    // A secret that contains another one has to be replaced first, or a part of it would stay.
    this.known.sort(([one], [other]) => other.length - one.length);
    return placeholder;
  }

  /** Adds Telegram's init data as a secret, and its parts that are secrets too. */
  addInitDataSecrets(initData: string): void {
    if (initData === '') return;
    this.addSecret(initData);
    const parts = new URLSearchParams(initData);
    for (const name of ['hash', 'signature']) {
      const part = parts.get(name);
      if (part) this.addSecret(part);
    }
  }

  /** Adds the secrets in an address: the linking token, the Login Widget's hash and Telegram's init data. */
  addAddressSecrets(address: string): void {
    if (!/verify-link\/|[?&]hash=|#/.test(address)) return;
    const [, linkingToken] = /\/verify-link\/([^/?#]+)/.exec(address) ?? [];
    if (linkingToken) {
      this.addSecret(decodeURIComponent(linkingToken));
      this.addSecret(linkingToken);
    }
    const query = /\?([^#]*)/.exec(address)?.[1];
    const hash = new URLSearchParams(query).get('hash');
    if (hash) this.addSecret(hash);
    const fragment = /#(.*)$/.exec(address)?.[1];
    if (fragment) this.addInitDataSecrets(new URLSearchParams(fragment).get('tgWebAppData') ?? '');
  }

  redact<T>(value: T): T {
    this.visited = 0;
    return this.walk(value) as T;
  }

  /** Of calls only what may have secrets is checked, because this runs for every action. */
  redactAction(action: UnknownAction): UnknownAction {
    this.visited = 0;
    const { payload, error, meta } = action as CallAction;
    const arg = meta?.arg;
    const isClean =
      arg?.endpointName !== undefined &&
      [payload, error, arg.originalArgs, arg.queryCacheKey, meta?.baseQueryMeta].every(
        (part) => this.walk(part) === part,
      );
    return isClean ? action : this.redact(action);
  }

  private walk(value: unknown): unknown {
    this.visited += 1;
    if (typeof value === 'string') return value.length < this.shortestKnown ? value : this.text(value);
    if (typeof value !== 'object' || value === null)
      return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
    if (Array.isArray(value)) return this.list(value);
    // For example a Request or an AbortSignal. The state does not depend on it.
    return isPlain(value) ? this.record(value) : undefined;
  }

  private text(value: string): string {
    let shown = value;
    for (const [secret, placeholder] of this.known) {
      if (shown.length >= secret.length && shown.includes(secret)) shown = shown.replaceAll(secret, placeholder);
    }
    return shown;
  }

  private list(list: readonly unknown[]): readonly unknown[] {
    let copy: unknown[] | null = null;
    for (let at = 0; at < list.length; at++) {
      const item = list[at];
      const shown = this.walk(item);
      if (shown !== item) {
        copy ??= list.slice();
        copy[at] = shown;
      }
    }
    return copy ?? list;
  }

  private record(record: PlainObject): PlainObject {
    let copy: PlainObject | null = null;
    for (const key in record) {
      const value = record[key];
      const shown =
        isSecretKey(key) && value !== undefined && value !== null ? this.hide(key, value) : this.walk(value);
      const shownKey = key.length < this.shortestKnown ? key : this.text(key);
      if (shown === value && shownKey === key) continue;
      // A changed key keeps its position, because the order of keys is part of the state.
      if (shownKey !== key) copy = renamed(copy ?? record, key, shownKey);
      else if (copy === null) copy = { ...record };
      copy[shownKey] = shown;
    }
    return copy ?? record;
  }

  private hide(key: string, value: unknown): unknown {
    if (typeof value === 'string') {
      if (key === 'init_data' || key === 'initData') this.addInitDataSecrets(value);
      return value === '' || value.startsWith('redacted-') ? value : this.addSecret(value);
    }
    if (typeof value !== 'object') return typeof value === 'boolean' ? value : this.addSecret(String(value));
    // An object such as the Login Widget's proof: adds the secrets among its fields.
    this.walk(value);
    return this.addSecret(JSON.stringify(value));
  }
}

const renamed = (record: PlainObject, key: string, shownKey: string): PlainObject =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name === key ? shownKey : name, value]));
