const SECRET_NAMES =
  /^(token|(session|linking|claim)(_t|T)oken|device(_s|S)ecret|init(_d|D)ata|pairing_code|widget|hash|signature|proof|X-Session-Token|Authorization)$/;

/** Shorter secrets are not searched in texts, because they would match parts of ordinary words. */
const MIN_SEARCHED_LENGTH = 16;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true;
  // An object of another window has another prototype.
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Secrets are found by their names, then by their values in all texts. One secret always has the same placeholder. */
export class Redactor {
  private readonly placeholders = new Map<string, string>();
  /** How the secrets appear in texts, addresses and JSON, longest first. */
  private readonly searched: [form: string, placeholder: string][] = [];

  addSecret(secret: string): string {
    const given = this.placeholders.get(secret);
    if (given) return given;
    // Needs no escapes in an address or in JSON.
    const placeholder = `redacted-${this.placeholders.size + 1}`;
    this.placeholders.set(secret, placeholder);
    // Digits may also be a number, in whose place a placeholder would make the JSON invalid.
    if (secret.length >= MIN_SEARCHED_LENGTH && !/^\d+$/.test(secret)) {
      // The keys of cached calls are JSON in JSON.
      const forms = [secret, encodeURIComponent(secret), inJson(secret), inJson(inJson(secret))];
      for (const form of new Set(forms)) this.searched.push([form, placeholder]);
      this.searched.sort(([one], [other]) => other.length - one.length);
    }
    return placeholder;
  }

  addInitDataSecrets(initData: string): void {
    if (initData === '') return;
    this.addSecret(initData);
    const parts = new URLSearchParams(initData);
    for (const name of ['hash', 'signature']) {
      const part = parts.get(name);
      if (part) this.addSecret(part);
    }
  }

  addAddressSecrets(address: string): void {
    const [, linkingToken] = /\/verify-link\/([^/?#]+)/.exec(address) ?? [];
    if (linkingToken) {
      this.addSecret(decodeURIComponent(linkingToken));
      this.addSecret(linkingToken);
    }
    const { searchParams, hash } = new URL(address, 'http://localhost');
    for (const name of ['hash', 'code']) {
      const proof = searchParams.get(name);
      if (proof) this.addSecret(proof);
    }
    this.addInitDataSecrets(new URLSearchParams(hash.slice(1)).get('tgWebAppData') ?? '');
  }

  redactText(text: string): string {
    let shown = text;
    for (const [form, placeholder] of this.searched) shown = shown.replaceAll(form, placeholder);
    return shown;
  }

  toJson(value: object): string {
    const text = JSON.stringify(value, (key, part: unknown) => {
      if (SECRET_NAMES.test(key)) return this.hide(key, part);
      return isPlain(part) ? part : undefined;
    });
    return this.redactText(text);
  }

  private hide(key: string, value: unknown): unknown {
    if (value === '' || value === null || value === undefined || typeof value === 'boolean') return value;
    if (typeof value === 'string') {
      if (key === 'init_data' || key === 'initData') this.addInitDataSecrets(value);
      return value.startsWith('redacted-') ? value : this.addSecret(value);
    }
    // For an object, such as the Login Widget's proof, this adds the secrets among its fields.
    return this.addSecret(typeof value === 'object' ? this.toJson(value) : String(value));
  }
}
