import { KindGuard, type TSchema } from '@sinclair/typebox';
import { ErrorResponse } from './error.ts';
import { areas } from './registry.ts';

const isObject = (schema: unknown): schema is TSchema => KindGuard.IsObject(schema);

/** Names of schemas, keyed by their properties, because `Type.Optional` creates another schema with the same properties. */
const NAMES = new Map<object, string>(
  [...Object.values(areas), { ErrorResponse }].flatMap((area) =>
    Object.entries(area).flatMap(([name, value]) =>
      isObject(value) ? [[value.properties as object, name] as const] : [],
    ),
  ),
);

/**
 * Converts the contracts' schemas to those of the document. Schemas that an area exports, and others that get a name,
 * go to `components` and are referenced.
 */
export class SchemaCollector {
  readonly components: Record<string, unknown> = {};

  /** `name`: for a schema that its area does not export. */
  describe(schema: TSchema, name?: string): unknown {
    const known = isObject(schema) ? (NAMES.get(schema.properties as object) ?? name) : undefined;
    if (known === undefined) return this.inline(schema);
    // Set before the contents are converted, so that each schema is converted once.
    if (!(known in this.components)) {
      this.components[known] = {};
      this.components[known] = this.inline(schema);
    }
    return { $ref: `#/components/schemas/${known}` };
  }

  private inline(schema: TSchema): unknown {
    return Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
        // Schemas without a name are written out where they are used.
        if (key === 'description' && value === '') return [];
        if (key === 'properties') return [[key, this.each(value as Record<string, TSchema>)]];
        if (key === 'items') return [[key, this.describe(value as TSchema)]];
        if (key === 'anyOf') return [[key, (value as TSchema[]).map((one) => this.describe(one))]];
        // A record: the pattern of its keys matches every key.
        if (key === 'patternProperties') {
          return Object.values(value as Record<string, TSchema>).map((one) => [
            'additionalProperties',
            this.describe(one),
          ]);
        }
        return [[key, value]];
      }),
    );
  }

  private each(properties: Record<string, TSchema>) {
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, this.describe(property)]));
  }
}
