import { fieldRefusal } from '../../../gateway/requests/refusalReplies.ts';
import { inputReader } from '../../../shared/contract/input/reader.ts';
import {
  type PublicOperationName,
  publicOperations,
} from '../../../shared/contract/operations/allOperations.ts';
import type { AnyOperation } from '../../../shared/contract/operations/operation.ts';
import {
  type CodeText,
  type FieldErrorCode,
  fieldErrorCodes,
  refusalCodes,
} from '../../../shared/contract/refusals.ts';
import type { Field } from '../../../shared/contract/resources/field.ts';
import { refusalReply } from '../../../shared/wire/envelope.ts';
import { operationTexts } from '../texts/operationTexts.ts';
import { plain, type Schema } from './openapiSchema.ts';

/** A request that is refused with the code, and the whole answer. */
export interface RefusalExample {
  readonly code: string;
  readonly request: object;
  readonly answer: unknown;
}

interface Stated {
  readonly request: object;
  readonly data: object | null;
}

const texts: Readonly<Record<string, CodeText>> = { ...refusalCodes, ...fieldErrorCodes };

/** Every refusal of an operation: those of its contract, and those of its fields, as the gateway itself answers them. */
export function refusalExamples(name: PublicOperationName): readonly RefusalExample[] {
  const contract: AnyOperation = publicOperations[name];
  const own = Object.entries<Stated>(operationTexts[name].refused).map(([code, { request, data }]) => {
    const { validate } = request as { readonly validate?: string };
    const details = { ...data, ...(validate && { field: validate }) };
    return { code, request, answer: JSON.parse(refusalReply(contract, code, data, details).envelope) };
  });
  return [...own, ...faultyRequests(contract).flatMap(([code, request]) => faultOf(contract, code, request))];
}

/** Named examples for OpenAPI, with cause and remedy. */
export function namedExamples(examples: readonly RefusalExample[]): Schema {
  return Object.fromEntries(
    examples.map(({ code, request, answer }) => [
      code,
      {
        summary: `X-Svc-Error: ${code}`,
        description: `${plain(textOf(code))}\n\nRequest: \`${JSON.stringify(request)}\``,
        value: answer,
      },
    ]),
  );
}

function textOf(code: string): string {
  const { cause = '', remedy = '' } = texts[code] ?? {};
  return `${cause} ${remedy}`;
}

/** A request for each code that the fields of the operation can be refused with. */
function faultyRequests({ input, example }: AnyOperation): readonly (readonly [FieldErrorCode, object])[] {
  const fields = Object.entries<Field>(input);
  const [plainField] = fields.findLast(([, { code }]) => code === 'field_invalid') ?? [''];
  return [
    ['field_required', {}],
    ['field_invalid', { ...example, [plainField]: true }],
    ['field_unknown', { ...example, no_such_field: 1 }],
    ...('public_authority_id' in input
      ? ([
          ['public_authority_id_invalid', { ...example, public_authority_id: '04011000-1234512345-07' }],
        ] as const)
      : []),
  ];
}

/** The answer to a request, if it is refused with this code. */
function faultOf(contract: AnyOperation, code: FieldErrorCode, request: object): readonly RefusalExample[] {
  const reading = inputReader(contract)(request as Record<string, unknown>);
  const refused = 'fieldErrors' in reading ? fieldRefusal(contract.name, reading) : undefined;
  if (refused?.code !== code) return [];
  return [{ code, request, answer: JSON.parse(refused.envelope) }];
}
