import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import { pascal } from '../contractSchema.ts';
import { answerParts } from './answerSchema.ts';
import { either, objectOf, reference, type Schema } from './openapiSchema.ts';
import type { RefusalExample } from './refusalExamples.ts';

type Schemas = Readonly<Record<string, Schema>>;

interface Answered {
  readonly name: string;
  /** The message of a success. */
  readonly success: string;
  readonly refusals: readonly RefusalExample[];
  /** The properties of `data` on success, and those of them that are always there; without any, `data` is null. */
  readonly properties: Schemas;
  readonly required: readonly string[];
}

/** The schemas of what an operation answers, done or refused. */
export function answerSchemas(contract: AnyOperation, refusals: readonly RefusalExample[]): Schemas {
  const { schemas, ...parts } = answerParts(contract);
  const { name, success } = contract;
  return { ...envelopeSchemas({ name, success, refusals, ...parts }), ...schemas };
}

/**
 * One envelope and one `data` for both outcomes, since classes of generated clients can't be told apart by a boolean. Validators
 * learn from `if` what belongs together; generators of types leave it out.
 */
export function envelopeSchemas({ name, success, refusals, properties, required }: Answered): Schemas {
  const isNull = Object.keys(properties).length === 0;
  const data = {
    type: ['object', 'null'],
    description: `The answer of \`${name}\`: ${isNull ? 'null when it was done' : 'its own fields when it was done'}, or the details of the refusal.`,
    properties: { ...refusalProperties(refusals), ...properties },
  };
  const envelope = objectOf(
    {
      response: { type: 'boolean', description: 'True if the operation was done, false if it was refused.' },
      data: reference(`${pascal(name)}Data`),
      method: { type: 'string', const: name, description: 'The operation.' },
      message: { type: 'string', description: 'The outcome in words.', examples: [success] },
    },
    `The answer of \`${name}\`, done or refused, with status 200. On a refusal, nothing was changed.`,
  );
  const done = isNull ? { type: 'null' } : { type: 'object', required };
  return {
    [`${pascal(name)}Answer`]: {
      ...envelope,
      ...either(
        { properties: { response: { const: true } } },
        { properties: { data: done } },
        { properties: { data: { anyOf: refusalShapes(refusals) } } },
      ),
    },
    [`${pascal(name)}Data`]: data,
  };
}

/** Members that `data` may have in refusals. */
function refusalProperties(refusals: readonly RefusalExample[]): Schemas {
  const names = new Set(refusals.flatMap(({ answer }) => Object.keys(dataOf(answer) ?? {})));
  const known: Schemas = {
    code: { ...reference('ErrorCode'), description: 'Only of a refusal: its code, as in `X-Svc-Error`.' },
    errors: {
      type: 'array',
      maxItems: 100,
      items: reference('FieldError'),
      description: 'Only if fields were refused: the errors, in the order of the fields.',
    },
    more: {
      type: 'integer',
      minimum: 1,
      description: 'Only if fields were refused: the number of further errors, if there are any.',
    },
  };
  if (names.has('errors')) names.add('more');
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      known[name] ?? { type: 'string', description: `The \`${name}\` of the record.` },
    ]),
  );
}

/** The properties that refusals have together. */
function refusalShapes(refusals: readonly RefusalExample[]): readonly Schema[] {
  const shapes = refusals.map(({ answer }) => {
    const data = dataOf(answer);
    return data === null ? { type: 'null' } : { type: 'object', required: Object.keys(data) };
  });
  const texts = new Set(['{"type":"null"}', ...shapes.map((shape) => JSON.stringify(shape))]);
  return [...texts].map((text) => JSON.parse(text));
}

function dataOf(answer: unknown): object | null {
  return (answer as { readonly data: object | null }).data;
}
