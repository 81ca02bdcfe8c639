import type { UnknownAction } from '@reduxjs/toolkit';

/** What goes by these names is never shown to anybody, whatever it is. */
const SECRET_KEYS = new Set([
  'session_token',
  'sessionToken',
  'token',
  'linking_token',
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

/** Of the names' lengths and first letters: almost every other name is told apart by them, much sooner than by the set. */
const SHAPES = new Uint8Array(2048);
const shapeOf = (key: string): number => ((key.length & 15) << 7) | (key.charCodeAt(0) & 127);
for (const key of SECRET_KEYS) SHAPES[shapeOf(key)] = 1;
const isSecretKey = (key: string): boolean => SHAPES[shapeOf(key)] === 1 && SECRET_KEYS.has(key);

/** Shorter ones would be found in words that merely contain them. */
const SHORTEST_KNOWN = 16;

type Bag = Record<string, unknown>;

interface CallAction {
  readonly payload?: unknown;
  readonly error?: unknown;
  readonly meta?: {
    readonly baseQueryMeta?: unknown;
    readonly arg?: { readonly endpointName?: string; readonly originalArgs?: unknown; readonly queryCacheKey?: string };
  };
}

/** Also where it was made in another window, whose objects have a prototype of their own. */
function isPlain(value: object): value is Bag {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/**
 * Makes plain data of anything and takes the secrets out: by the names they go by, and wherever their values turn up
 * again, inside longer texts and in keys too. The same value has the same placeholder throughout, so that what belonged
 * together still does. What holds no secret is handed back as it is, uncopied.
 */
export class Redactor {
  private readonly placeholders = new Map<string, string>();
  /** The same, to be looked for one by one. */
  private readonly known: [value: string, placeholder: string][] = [];
  private shortestKnown = Number.POSITIVE_INFINITY;
  private visited = 0;
  private count = 0;

  /** How many values the last redaction looked at: the measure of what keeping the result costs. */
  get lastSize(): number {
    return this.visited;
  }

  /** Takes a value for a secret, wherever it turns up from now on. */
  learn(secret: string): string {
    const given = this.placeholders.get(secret);
    if (given) return given;
    // Fit for an address and for JSON inside a cache key.
    const placeholder = `redacted-${++this.count}`;
    this.placeholders.set(secret, placeholder);
    if (secret.length < SHORTEST_KNOWN) return placeholder;
    this.known.push([secret, placeholder]);
    for (const form of [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      if (this.placeholders.has(form)) continue;
      this.placeholders.set(form, placeholder);
      this.known.push([form, placeholder]);
    }
    this.shortestKnown = Math.min(this.shortestKnown, secret.length);
    // A secret that contains another has to be replaced first, or its rest would stay.
    this.known.sort(([one], [other]) => other.length - one.length);
    return placeholder;
  }

  /** Telegram's proof as a whole, and its parts that prove something by themselves. */
  learnProof(proof: string): void {
    if (proof === '') return;
    this.learn(proof);
    const parts = new URLSearchParams(proof);
    for (const name of ['hash', 'signature']) {
      const part = parts.get(name);
      if (part) this.learn(part);
    }
  }

  /** An address names its secrets by where they stand. */
  learnAddress(address: string): void {
    // Almost every address is one of the plain ones.
    if (!/verify-link\/|[?&]hash=|#/.test(address)) return;
    const [, linkingToken] = /\/verify-link\/([^/?#]+)/.exec(address) ?? [];
    if (linkingToken) {
      this.learn(decodeURIComponent(linkingToken));
      this.learn(linkingToken);
    }
    const query = /\?([^#]*)/.exec(address)?.[1];
    const hash = new URLSearchParams(query).get('hash');
    if (hash) this.learn(hash);
    const fragment = /#(.*)$/.exec(address)?.[1];
    if (fragment) this.learnProof(new URLSearchParams(fragment).get('tgWebAppData') ?? '');
  }

  redact<T>(value: T): T {
    this.visited = 0;
    return this.walk(value) as T;
  }

  /**
   * The same for an action, which has to cost next to nothing: of a call of the query cache only what people and the
   * server put into it is looked at; the rest are its own ids and times.
   */
  redactAction(action: UnknownAction): UnknownAction {
    this.visited = 0;
    const { payload, error, meta } = action as CallAction;
    const arg = meta?.arg;
    const isClean =
      arg?.endpointName !== undefined &&
      meta?.baseQueryMeta === undefined &&
      [payload, error, arg.originalArgs, arg.queryCacheKey].every((part) => this.walk(part) === part);
    return isClean ? action : this.redact(action);
  }

  private walk(value: unknown): unknown {
    this.visited += 1;
    if (typeof value === 'string') return value.length < this.shortestKnown ? value : this.text(value);
    if (typeof value !== 'object' || value === null)
      return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
    if (Array.isArray(value)) return this.list(value);
    // A request, a response, a signal: the state does not depend on it.
    return isPlain(value) ? this.bag(value) : undefined;
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

  private bag(bag: Bag): Bag {
    let copy: Bag | null = null;
    for (const key in bag) {
      const value = bag[key];
      const shown =
        isSecretKey(key) && value !== undefined && value !== null ? this.hide(key, value) : this.walk(value);
      const shownKey = key.length < this.shortestKnown ? key : this.text(key);
      if (shown === value && shownKey === key) continue;
      // A changed key has to stay in its place: the order of keys is part of the state.
      if (shownKey !== key) copy = renamed(copy ?? bag, key, shownKey);
      else if (copy === null) copy = { ...bag };
      copy[shownKey] = shown;
    }
    return copy ?? bag;
  }

  private hide(key: string, value: unknown): unknown {
    if (typeof value === 'string') {
      if (key === 'init_data' || key === 'initData') this.learnProof(value);
      return value === '' || value.startsWith('redacted-') ? value : this.learn(value);
    }
    if (typeof value !== 'object') return typeof value === 'boolean' ? value : this.learn(String(value));
    // A proof of several fields: each that is a secret by its name is one elsewhere too.
    this.walk(value);
    return this.learn(JSON.stringify(value));
  }
}

const renamed = (bag: Bag, key: string, shownKey: string): Bag =>
  Object.fromEntries(Object.entries(bag).map(([name, value]) => [name === key ? shownKey : name, value]));
