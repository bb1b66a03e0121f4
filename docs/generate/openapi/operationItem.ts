import { pathOf } from '../../../gateway/http/paths.ts';
import { successReply } from '../../../shared/calls/envelope.ts';
import { batchRun } from '../../../shared/operations/batch.run.ts';
import { type PublicOperationName, publicOperations } from '../../../shared/operations/index.ts';
import { type AnyOperation, resourceOf } from '../../../shared/operations/operation.ts';
import type { Field } from '../../../shared/resources/field.ts';
import { operationTexts } from '../texts/index.ts';
import { answerSchema } from './answerSchema.ts';
import { refusalSchema, successSchema } from './envelopes.ts';
import { fieldSchema } from './fieldSchema.ts';
import { namedExamples, type RefusalExample, refusalExamples } from './refusalExamples.ts';
import { answerHeaders, codeHeader, httpResponses, replayedHeader } from './responses.ts';
import { camel, pascal, plain, reference, type Schema } from './schema.ts';

/** A path of the document, and the schemas that it refers to. */
export interface Described {
  readonly path: string;
  readonly item: Schema;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** What is the same for all operations. */
interface Parts {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly takesKey: boolean;
  readonly example: unknown;
  readonly success: unknown;
  readonly refusals: readonly RefusalExample[];
}

/** An operation of the contract. */
export function describeOperation(name: PublicOperationName): Described {
  const contract: AnyOperation = publicOperations[name];
  const resource = resourceOf(contract);
  const { rules, answer } = operationTexts[name];
  const refusals = refusalExamples(name);
  const item = operationItem({
    ...{ name, summary: contract.summary, tag: resource, takesKey: contract.kind === 'writes' },
    description: [contract.summary, ...rules.map((rule) => `- ${plain(rule)}`)].join('\n'),
    ...{ example: contract.example, success: JSON.parse(successReply(contract, answer).envelope), refusals },
  });
  return {
    ...{ path: pathOf(name), item },
    schemas: {
      [`${pascal(name)}Request`]: requestSchema(contract),
      [`${pascal(name)}Success`]: successSchema(
        name,
        contract.success,
        answerSchema(contract.answer, resource),
      ),
      [`${pascal(name)}Refusal`]: refusalSchema(name, refusalData(refusals)),
    },
  };
}

/** The path item of an operation; its schemas have names that begin with its own. */
export function operationItem({ name, summary, description, tag, takesKey, ...examples }: Parts): Schema {
  const { example, success, refusals } = examples;
  const named = { success: { summary: 'Done', value: success }, ...namedExamples(refusals) };
  return {
    post: {
      ...{ operationId: camel(name), summary: summary.replace(/\.$/, ''), description, tags: [tag] },
      ...(takesKey ? { parameters: [reference('IdempotencyKey', 'parameters')] } : {}),
      requestBody: {
        description: 'The fields of the operation, in UTF-8. The signatures cover its exact bytes.',
        required: true,
        content: {
          'application/json': {
            schema: reference(`${pascal(name)}Request`),
            examples: { request: { summary, value: example } },
          },
        },
      },
      responses: {
        200: {
          description:
            'The operation answered: `response` says whether it was done. On a refusal, nothing was changed.',
          headers: {
            ...answerHeaders,
            'X-Svc-Error': codeHeader(refusals.map(({ code }) => code)),
            ...(takesKey && name !== batchRun.name ? { 'Idempotency-Replayed': replayedHeader } : {}),
          },
          content: { 'application/json': { schema: answerUnion(name), examples: named } },
        },
        ...httpResponses(),
      },
    },
  };
}

function answerUnion(name: string): Schema {
  return { oneOf: [reference(`${pascal(name)}Success`), reference(`${pascal(name)}Refusal`)] };
}

function requestSchema(contract: AnyOperation): Schema {
  const fields = Object.entries<Field>(contract.input);
  const required = fields.filter(([, { presence }]) => presence === 'required').map(([name]) => name);
  return {
    type: 'object',
    description: `The fields of \`${contract.name}\`. Other fields of the resource are ignored; unknown ones are refused.`,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(name, field, contract)])),
  };
}

/** The objects that the refusals have as `data`. */
function refusalData(refusals: readonly RefusalExample[]): readonly Schema[] {
  const shapes = new Map<string, Schema>();
  for (const { answer, request } of refusals) {
    const { data } = answer as { readonly data: object | null };
    if (data === null) continue;
    const schema = 'errors' in data ? reference('FieldErrors') : knownObject(data, request);
    shapes.set(JSON.stringify(schema), schema);
  }
  return [...shapes.values()];
}

/** The ident of a record, and what else is said of it: the field that `validate` names, or the present version. */
function knownObject(data: object, request: object): Schema {
  const validated = (request as { readonly validate?: string }).validate;
  const names = Object.keys(data).filter((name) => name !== validated);
  const text = { type: 'string' };
  return {
    type: 'object',
    description: validated
      ? 'The record, and the field that `validate` names with its value.'
      : 'The record that the refusal is about.',
    required: names,
    properties: Object.fromEntries(
      names.map((name) => [name, { ...text, description: `The \`${name}\` of the record.` }]),
    ),
    ...(validated ? { additionalProperties: true } : {}),
  };
}
