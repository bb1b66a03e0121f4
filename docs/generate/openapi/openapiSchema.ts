import { pascal } from '../contractSchema.ts';
import { withoutReferences } from '../markdown.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = Readonly<Record<string, unknown>>;

export function reference(name: string, kind = 'schemas') {
  return { $ref: `#/components/${kind}/${name}` };
}

/** An object with exactly these required properties. */
export function objectOf(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  return {
    type: 'object',
    ...(description && { description }),
    required: Object.keys(properties),
    properties,
  };
}

/** A schema that holds if a condition does, and one that holds otherwise. */
export function either(...schemas: readonly [condition: Schema, holds: Schema, otherwise: Schema]): Schema {
  return Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, schemas[index]]));
}

/** Text without the links of docs/api.md, which lead nowhere outside of it. */
export function plain(markdown: string): string {
  return withoutReferences(markdown).replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1');
}

/** `article.create` as the name of a function: `articleCreate`. */
export function camel(operation: string): string {
  const name = pascal(operation);
  return name.charAt(0).toLowerCase() + name.slice(1);
}
