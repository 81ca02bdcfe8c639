import { SITE_PACK_SCHEMA } from './sitePack.ts';

type Part = Readonly<Record<string, unknown>>;
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A pack of schema 1, which has no `schema`, in the newest one. Its `refused` found any error and so says nothing about the post.
 * Every other value is returned as it is.
 */
export function inNewestSchema(value: unknown): unknown {
  if (!isPart(value) || 'schema' in value) return value;
  const { composer } = value;
  const answer = isPart(composer) ? composer.answer : undefined;
  if (!isPart(composer) || !isPart(answer)) return { ...value, schema: SITE_PACK_SCHEMA };
  const { refused, ...rest } = answer;
  return { ...value, schema: SITE_PACK_SCHEMA, composer: { ...composer, answer: { ...rest, error: refused } } };
}
