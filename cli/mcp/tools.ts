import { readFileSync } from 'node:fs';
import type { Tool } from '@modelcontextprotocol/server';
import {
  type PublicOperationName,
  publicOperations,
} from '../../shared/contract/operations/allOperations.ts';

export interface OperationTool {
  readonly operation: PublicOperationName;
  readonly isWriting: boolean;
  readonly tool: Tool;
}

interface Described {
  readonly paths: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface DescribedOperation {
  readonly description: string;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
}

type Schema = { readonly [keyword: string]: unknown };

/** The argument of writing tools that is not a field of the operation. */
export const keyArgument = 'idempotency_key';

const keySchema: Schema = {
  type: 'string',
  description:
    'Only to repeat a call whose outcome is unknown: the key that its error named. The call then takes effect once.',
};

/**
 * Makes a tool of each operation, from the OpenAPI document of the contract. There is none for `batch.run`: several tools can be
 * called at the same time.
 */
export function operationTools(): readonly OperationTool[] {
  // The document is at the same place in the project and in dist/.
  const text = readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8');
  const document: Described = JSON.parse(text);
  const names = Object.keys(publicOperations) as PublicOperationName[];
  return names.map((operation) => toolOf(operation, document));
}

function toolOf(
  operation: PublicOperationName,
  { paths, components: { schemas } }: Described,
): OperationTool {
  const { description, requestBody } = described(operation, paths);
  const isWriting = publicOperations[operation].kind === 'writes';
  const { properties, required } = inlined(requestBody.content['application/json'].schema, schemas) as Schema;
  return {
    operation,
    isWriting,
    tool: {
      // Many programs accept no dot in the name of a tool.
      name: operation.replace('.', '_'),
      description,
      inputSchema: {
        type: 'object',
        properties: { ...(properties as Schema), ...(isWriting && { [keyArgument]: keySchema }) } as never,
        ...(required ? { required: required as string[] } : {}),
        additionalProperties: false,
      },
      annotations: {
        readOnlyHint: !isWriting,
        destructiveHint: /\.(?:delete|empty|put|update)$/.test(operation),
        openWorldHint: false,
      },
    },
  };
}

function described(operation: PublicOperationName, paths: Described['paths']): DescribedOperation {
  const [, item] = Object.entries(paths).find(([path]) => path.endsWith(`/${operation}`)) ?? [];
  if (!item) throw new Error(`docs/openapi.json has no ${operation}: run npm run docs`);
  return item.post;
}

const reference = '#/components/schemas/';

/** Sentences about what JSON Schema can't say. An agent learns it from the refusal. */
const beyondSchema = / [^.]*(?:JSON Schema can't|no pattern for them works|validators compute)[^.]*\./g;

/**
 * Puts schemas in the place of references, which not all programs follow. An agent reads every schema, so only the first way to
 * spell a value is kept: the service's own one.
 */
function inlined(value: unknown, schemas: Readonly<Record<string, Schema>>): unknown {
  if (typeof value === 'string') return value.replaceAll(beyondSchema, '');
  if (Array.isArray(value)) return value.map((each) => inlined(each, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, anyOf, ...own } = value as Schema;
  if (typeof $ref === 'string') return inlined({ ...schemas[$ref.slice(reference.length)], ...own }, schemas);
  if (Array.isArray(anyOf)) return inlined({ ...anyOf[0], ...own }, schemas);
  return Object.fromEntries(
    Object.entries(simplified(own)).map(([name, each]) => [name, inlined(each, schemas)]),
  );
}

function simplified({ pattern, 'x-enum-varnames': _, ...schema }: Schema): Schema {
  if (!Array.isArray(schema.type)) return schema;
  const [type] = schema.type;
  const { minimum, maximum, ...rest } = schema;
  return { ...rest, ...(type === 'string' ? {} : { minimum, maximum }), type };
}
