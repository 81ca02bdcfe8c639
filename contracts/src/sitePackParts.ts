import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { closed, object } from './schema.ts';

export const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });

/** By language: `{ en: ['Post'], es: ['Publicar'] }`. */
export const Names = Type.Record(
  Type.String({ pattern: '^[a-z]{2}$' }),
  Type.Array(name, { minItems: 1, maxItems: 8 }),
  {
    minProperties: 1,
    maxProperties: 12,
    additionalProperties: false,
    description: 'Texts by language',
  },
);
export type SitePackNames = Static<typeof Names>;

const Way = Type.Union([
  closed({ testId: Type.String({ minLength: 1, maxLength: 100, description: 'Value of data-testid' }) }),
  closed({
    role: Type.String({ pattern: '^[a-z]{3,20}$', description: 'ARIA role' }),
    names: Type.Optional(Names),
  }),
  closed({ css: Type.String({ minLength: 1, maxLength: 300, description: 'CSS selector; see checkSitePack' }) }),
]);
export type SitePackWay = Static<typeof Way>;

export const Ways = Type.Array(Way, {
  minItems: 1,
  maxItems: 5,
  description: 'Ways to find an element, the best one first',
});
export type SitePackWays = Static<typeof Ways>;

const SEGMENT = (holder: string) => `(?:[^/?#&={}\\s"<>\\\\]|\\{(?:${holder}|\\*)\\})+`;
/** Without the origin: '/@{username}', '/profile?name={username}', '/{*}/{id}/'. `{*}` is any part of a path. Other parts of a page's address are ignored. */
export const address = (holder: 'username' | 'id', description: string) => {
  const one = SEGMENT(holder);
  const path = `(?:/|(?:/${one})+/?)`;
  const query = `(?:\\?${one}=${one}(?:&${one}=${one})*)?`;
  return Type.String({ maxLength: 150, pattern: `^${path}${query}(?:#(?:/${one})*/?)?$`, description });
};

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);

export const control = { button: Ways, names: Names };
export const Control = object('Pressed only if its accessible name is one of the names', control);
export type SitePackControl = Static<typeof Control>;
