import { SITE_PACK_SCHEMA } from './sitePack.ts';

type Part = Readonly<Record<string, unknown>>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

function accountOf(account: unknown): unknown {
  if (!isPart(account)) return account;
  const { idCookie, ...rest } = account;
  return { ...rest, id: { cookie: idCookie }, profile: '/{username}' };
}

/** `refused` found any error, so it says nothing about the post. */
function composerOf(composer: unknown): unknown {
  if (!isPart(composer) || !isPart(composer.answer)) return composer;
  const { refused, ...answer } = composer.answer;
  return { ...composer, answer: { ...answer, error: refused } };
}

/** A pack of schema 1, which has no `schema`, in the newest one. Every other value is returned as it is. */
export function inNewestSchema(value: unknown): unknown {
  if (!isPart(value) || 'schema' in value) return value;
  return {
    ...value,
    schema: SITE_PACK_SCHEMA,
    account: accountOf(value.account),
    composer: composerOf(value.composer),
  };
}
