import {
  type Operations,
  type PublicOperationName,
  publicOperations,
} from '../../shared/contract/operations/allOperations.ts';
import type { AnyOperation, RefusalOf } from '../../shared/contract/operations/operation.ts';
import {
  type CodeText,
  type FieldErrorCode,
  fieldErrorCodes,
  messageOf,
  refusalCodes,
} from '../../shared/contract/refusals.ts';
import type { Field } from '../../shared/contract/resources/field.ts';
import { failureData, successReply } from '../../shared/wire/envelope.ts';
import { wrapped } from './comments.ts';
import { fieldTable } from './fieldTable.ts';
import { anchorOf, code, jsonBlock, table } from './markdown.ts';
import { operationTexts } from './texts/operationTexts.ts';

/** Characters of a line of docs/api.md. */
const pageWidth = 130;

/** The section of docs/api.md about one operation. */
export function operationSection(name: PublicOperationName): string {
  const operation: AnyOperation = publicOperations[name];
  const { rules, answer } = operationTexts[name];
  const { envelope } = successReply(operation, answer);
  const parts = [
    `<a id="${anchorOf(name)}"></a>\n### ${name}`,
    operation.summary,
    Object.keys(operation.input).length > 0 ? fieldTable(operation) : 'The request has no fields: send `{}`.',
    rules.flatMap((rule) => wrapped(`- ${rule}`, pageWidth)).join('\n'),
    `Request to \`/api/v1/${name}\`, or with \`X-Svc-Method: ${name}\`:`,
    jsonBlock(operation.example),
    `Answer, with the message \`${operation.success}\`:`,
    jsonBlock(JSON.parse(envelope)),
    ...refusals(name),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

interface RefusalRow {
  readonly code: keyof typeof codeTexts;
  readonly message: string;
  readonly data: string;
}

/** A public operation with a refusal that has no text does not compile. */
const codeTexts: Readonly<Record<RefusalOf<Operations[PublicOperationName]> | FieldErrorCode, CodeText>> = {
  ...refusalCodes,
  ...fieldErrorCodes,
};

function refusals(name: PublicOperationName): readonly string[] {
  const rows = [...ownRefusals(name), ...fieldRefusals(publicOperations[name])];
  if (rows.length === 0) return [];
  const refusalTable = table(
    ['code', 'message', 'data', 'cause', 'what to do'],
    rows.map((row) => {
      const { cause, remedy } = codeTexts[row.code];
      return [code(row.code), row.message, row.data, cause, remedy];
    }),
  );
  return ['Refusals:', refusalTable];
}

function ownRefusals(name: PublicOperationName): readonly RefusalRow[] {
  const examples: Readonly<Record<string, { readonly data: object | null }>> = operationTexts[name].refused;
  return publicOperations[name].refusals.map((refusal) => ({
    code: refusal,
    message: code(messageOf(publicOperations[name], refusal)),
    data: code(JSON.stringify(failureData(name, refusal, examples[refusal]?.data))),
  }));
}

/** The refusals of the operation's own fields. "Refused fields" has those that every operation has. */
function fieldRefusals(operation: AnyOperation): readonly RefusalRow[] {
  const fields = Object.entries<Field>(operation.input);
  const missingTogether = operation.check?.({});
  const required = fields.filter(([, { missing }]) => missing !== undefined);
  const messages = [
    ...required.map(([name, { missing }]) => `${name} ${missing}`),
    ...(missingTogether ? [missingTogether.message] : []),
  ];
  const special = fields.filter(([, field]) => field.code !== 'field_invalid');
  return [
    ...messages.map((message) => ({
      code: 'field_required' as const,
      message: code(message),
      data: code(JSON.stringify(failureData(operation.name, 'field_required'))),
    })),
    ...special.map(([name, field]) => ({
      code: field.code,
      message: code(`${name} ${field.expects}`),
      data: `${code(JSON.stringify(failureData(operation.name, field.code)))}; with \`errors\` if other fields are wrong too`,
    })),
  ];
}
