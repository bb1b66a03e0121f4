import { referringFields } from '../../../gateway/batch/entryReferences.ts';
import { fieldRefusal } from '../../../gateway/requests/refusalReplies.ts';
import { operationPath } from '../../../shared/contract/keys/signedText.ts';
import { publicOperations } from '../../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../../shared/contract/operations/batch.run.ts';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import type { FieldErrorCode } from '../../../shared/contract/refusals.ts';
import { limitSize } from '../../../shared/contract/values/byteSize.ts';
import { maxBodyBytes } from '../../../shared/contract/values/contractLimits.ts';
import { pascal } from '../contractSchema.ts';
import { atomicNames, batchedNames } from '../operationNames.ts';
import { batchExample, undoneExample } from '../texts/batchText.ts';
import { envelopeSchemas } from './envelopes.ts';
import { either, reference, type Schema } from './openapiSchema.ts';
import { type Described, operationItem } from './operationItem.ts';
import type { RefusalExample } from './refusalExamples.ts';

const { name, summary, success, maxOperations, maxBytes, maxAnswerBytes } = batchRun;
const { maxAtomicOperations, maxAtomicBytes } = batchRun;

/** The operation that runs others. */
export function describeBatch(): Described {
  const answer = { response: true, data: batchExample.data, method: name, message: success };
  const item = operationItem({
    name,
    summary,
    tag: 'batch',
    takesKey: true,
    example: batchExample.request,
    success: answer,
    refusals,
    description: [
      `${summary} Unless the batch is atomic, every entry is checked, run and answered separately; a refused entry does not stop the others.`,
      `- The body may have ${limitSize(maxBytes)}, and all answers together ${limitSize(maxAnswerBytes)}.`,
      '- With an `Idempotency-Key`, each write without a `key` gets one that is derived from it and from its index: repeating the whole request is safe if its body is the same byte for byte.',
      "- Entries may run in any order. Don't make one entry depend on another, unless the batch is atomic.",
      `- With \`"atomic": true\`, up to ${maxAtomicOperations} writes of customers and addresses, or of articles, with ${limitSize(maxAtomicBytes)} together, are done in their order, or none is: then the code is \`batch_refused\`, and the entries that were not refused have \`not_done\`.`,
      '- An ident in an atomic batch may be `{"entry": 0}`: the value of the same field in the answer to entry 0.',
    ].join('\n'),
  });
  const properties = {
    results: list('The envelope of each entry, in the order sent.', reference('BatchResult')),
    codes: list(
      'The code that `X-Svc-Error` would have for each entry, `""` on success.',
      reference('EntryCode'),
    ),
    entry: {
      type: 'integer',
      minimum: 0,
      description: 'Only of a refused atomic batch: the index of the first refused entry, from 0.',
    },
  };
  const schemas = {
    BatchRunRequest: {
      type: 'object',
      description: 'The operations to run. An entry that its schema forbids is refused by itself.',
      required: ['operations'],
      properties: {
        operations: { ...list('The operations.', reference('BatchEntry')), minItems: 1 },
        atomic: {
          type: 'boolean',
          enum: [false, true],
          default: false,
          description: 'True: all operations are done, or none.',
          examples: [true],
        },
      },
      additionalProperties: false,
      ...either(
        { properties: { atomic: { const: true } }, required: ['atomic'] },
        { properties: { operations: { maxItems: maxAtomicOperations } } },
        {},
      ),
    },
    EntryReference: entryReference,
    ...envelopeSchemas({ name, success, refusals, properties, required: ['results', 'codes'] }),
    ...entrySchemas(),
    BatchResult: result,
  };
  return { path: `${operationPath}/${name}`, item, schemas };
}

function list(description: string, items: Schema): Schema {
  return { type: 'array', maxItems: maxOperations, description, items };
}

/** An entry for each operation, told apart by `method`. */
function entrySchemas(): Readonly<Record<string, Schema>> {
  const entries = batchedNames.map((operation) => [`${pascal(operation)}Entry`, entryOf(operation)] as const);
  const mapping = batchedNames.map((operation) => [operation, reference(`${pascal(operation)}Entry`).$ref]);
  const union = {
    description: 'An operation to run.',
    oneOf: entries.map(([entry]) => reference(entry)),
    discriminator: { propertyName: 'method', mapping: Object.fromEntries(mapping) },
  };
  return { BatchEntry: union, ...Object.fromEntries(entries) };
}

function entryOf(operation: (typeof batchedNames)[number]): Schema {
  const { kind } = publicOperations[operation];
  const key = {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    pattern: '^[!-~]+$',
    examples: ['tea-1'],
    description: 'The idempotency key of the entry.',
  };
  const ignored = { description: 'Ignored, whatever it holds: the operation only reads.' };
  return {
    type: 'object',
    description: `\`${operation}\` in a batch.`,
    required: ['method', 'data'],
    properties: {
      method: { type: 'string', const: operation, description: 'The operation.' },
      data: dataOf(operation),
      key: kind === 'writes' ? key : ignored,
    },
    additionalProperties: false,
  };
}

function dataOf(operation: (typeof batchedNames)[number]): Schema {
  const request = reference(`${pascal(operation)}Request`);
  const description = `Its fields, as in a request of its own; at most ${limitSize(maxBodyBytes)}.`;
  const { input }: AnyOperation = publicOperations[operation];
  const fields = referringFields.filter((field) => Object.hasOwn(input, field));
  if (!atomicNames.includes(operation) || fields.length === 0) return { ...request, description };
  const described = { ...reference('EntryReference'), description: 'The earlier entry that has it.' };
  const references = Object.fromEntries(fields.map((field) => [field, described]));
  return {
    description,
    anyOf: [
      request,
      {
        type: 'object',
        description: 'In an atomic batch: its fields, with the ident from an earlier entry.',
        required: fields,
        properties: references,
      },
    ],
  };
}

const entryReference: Schema = {
  type: 'object',
  description: 'In an atomic batch: the value of the same field in the answer to an earlier entry.',
  required: ['entry'],
  properties: {
    entry: {
      type: 'integer',
      minimum: 0,
      maximum: maxAtomicOperations - 1,
      description: 'The index of the entry, from 0.',
      examples: [0],
    },
  },
  additionalProperties: false,
};

/** The result of an entry: the answer of its operation, or the reason why there is no such operation. */
const result: Schema = {
  description:
    'The answer to an entry: that of its operation, or a failure, also with the message of a status other than 200.',
  anyOf: [...batchedNames.map((operation) => reference(`${pascal(operation)}Answer`)), reference('Failure')],
};

const refusals: readonly RefusalExample[] = [
  refused('field_required', 'operations', 'operations not set', {}),
  refused('field_invalid', 'operations', `operations must be an array of 1 to ${maxOperations} operations`, {
    operations: [],
  }),
  refused('field_unknown', 'operation', 'unknown field: operation', {
    ...batchExample.request,
    operation: 1,
  }),
  { code: 'batch_refused', ...undoneExample },
];

function refused(code: FieldErrorCode, field: string, message: string, request: object): RefusalExample {
  const { envelope } = fieldRefusal(name, { fieldErrors: [{ field, code, message }] });
  return { code, request, answer: JSON.parse(envelope) };
}
