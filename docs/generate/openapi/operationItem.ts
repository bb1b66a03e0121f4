import { operationPath } from '../../../shared/contract/keys/signedText.ts';
import {
  type PublicOperationName,
  publicOperations,
} from '../../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../../shared/contract/operations/batch.run.ts';
import { type AnyOperation, resourceOf } from '../../../shared/contract/operations/operation.ts';
import { successReply } from '../../../shared/wire/envelope.ts';
import { pascal } from '../contractSchema.ts';
import { operationTexts } from '../texts/operationTexts.ts';
import { answerSchemas } from './envelopes.ts';
import { codeHeader } from './errorCodes.ts';
import { camel, plain, reference, type Schema } from './openapiSchema.ts';
import { namedExamples, type RefusalExample, refusalExamples } from './refusalExamples.ts';
import { requestSchemas } from './requestSchema.ts';
import { answerHeaders, httpResponses, replayedHeader } from './responses.ts';

/** A path of the document, and the schemas that it refers to. */
export interface Described {
  readonly path: string;
  readonly item: Schema;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** The parts that all operations have in common. */
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
  const resource = resourceOf(contract.name);
  const { rules, answer } = operationTexts[name];
  const refusals = refusalExamples(name);
  const item = operationItem({
    name,
    summary: contract.summary,
    tag: resource,
    takesKey: contract.kind === 'writes',
    description: [contract.summary, ...rules.map((rule) => `- ${plain(rule)}`)].join('\n'),
    example: contract.example,
    success: JSON.parse(successReply(contract, answer).envelope),
    refusals,
  });
  return {
    path: `${operationPath}/${name}`,
    item,
    schemas: { ...requestSchemas(contract), ...answerSchemas(contract, refusals) },
  };
}

/** The path item of an operation; its schemas have names that begin with its own. */
export function operationItem({ name, summary, description, tag, takesKey, ...examples }: Parts): Schema {
  const { example, success, refusals } = examples;
  const named = { success: { summary: 'Done', value: success }, ...namedExamples(refusals) };
  return {
    post: {
      operationId: camel(name),
      summary: summary.replace(/\.$/, ''),
      description,
      tags: [tag],
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
          content: { 'application/json': { schema: reference(`${pascal(name)}Answer`), examples: named } },
        },
        ...httpResponses(),
      },
    },
  };
}
