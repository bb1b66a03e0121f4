import { pathOf } from '../../../gateway/http/paths.ts';
import { fieldRefusal } from '../../../gateway/requests/refusals.ts';
import { batchRun } from '../../../shared/operations/batch.run.ts';
import { publicOperations } from '../../../shared/operations/index.ts';
import type { FaultCode } from '../../../shared/refusals.ts';
import { batchExample } from '../texts/batchText.ts';
import { refusalSchema, successSchema } from './envelopes.ts';
import { type Described, operationItem } from './operationItem.ts';
import type { RefusalExample } from './refusalExamples.ts';
import { objectOf, reference, type Schema } from './schema.ts';

const { name, summary, success, maxOperations } = batchRun;

/** The operation that runs others. */
export function describeBatch(): Described {
  const answer = { response: true, data: batchExample.data, method: name, message: success };
  const item = operationItem({
    ...{
      name,
      summary,
      tag: 'batch',
      takesKey: true,
      example: batchExample.request,
      success: answer,
      refusals,
    },
    description: [
      `${summary} Every entry is checked, run and answered separately; a refused entry does not stop the others.`,
      '- The body may have 8 MiB, and all answers together 16 MiB.',
      '- With an `Idempotency-Key`, each write without a `key` gets one that is derived from it and from its index: repeating the whole request is safe if its body is the same byte for byte.',
      "- Entries may run in any order. Don't make one entry depend on another.",
    ].join('\n'),
  });
  const data = objectOf({
    results: list('The envelope of each entry, in the order sent.', reference('BatchResult')),
    codes,
  });
  const schemas = {
    BatchRunRequest: objectOf(
      { operations: { ...list('The operations.', reference('BatchEntry')), minItems: 1 } },
      'The operations to run.',
    ),
    BatchRunSuccess: successSchema(name, success, data),
    BatchRunRefusal: refusalSchema(name, [reference('FieldErrors')]),
    BatchEntry: entry,
    BatchResult: result,
  };
  return { path: pathOf(name), item, schemas };
}

function list(description: string, items: Schema): Schema {
  return { type: 'array', maxItems: maxOperations, description, items };
}

const codes = list('The code that `X-Svc-Error` would have for each entry, `""` on success.', {
  type: 'string',
  examples: ['', 'customer_not_found'],
});

const entry: Schema = {
  type: 'object',
  description: 'An operation to run.',
  required: ['method', 'data'],
  properties: {
    method: {
      type: 'string',
      enum: Object.keys(publicOperations),
      description: 'The operation.',
      examples: ['article.create'],
    },
    data: {
      type: 'object',
      description: 'Its fields, as in a request of its own; at most 1 MiB.',
      additionalProperties: true,
      examples: [{ article_title: 'Tea' }],
    },
    key: {
      ...{ type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$', examples: ['tea-1'] },
      description: 'The idempotency key of the entry. Operations that only read ignore it.',
    },
  },
};

const result: Schema = objectOf(
  {
    response: { type: 'boolean', description: 'Whether the entry was done.' },
    data: {
      description: 'What the operation answers.',
      type: ['object', 'null'],
      additionalProperties: true,
    },
    method: { type: 'string', description: 'The operation.', examples: ['article.create'] },
    message: { type: 'string', description: 'The outcome in words.', examples: ['article created'] },
  },
  'The answer to an entry.',
);

const refusals: readonly RefusalExample[] = [
  refused('field_required', 'operations', 'operations not set', {}),
  refused('field_invalid', 'operations', `operations must be an array of 1 to ${maxOperations} operations`, {
    operations: [],
  }),
  refused('field_unknown', 'operation', 'unknown field: operation', {
    ...batchExample.request,
    operation: 1,
  }),
];

function refused(code: FaultCode, field: string, message: string, request: object): RefusalExample {
  const { envelope } = fieldRefusal(name, { faults: [{ field, code, message }] });
  return { code, request, answer: JSON.parse(envelope) };
}
