import { buildSync } from 'esbuild';
import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { publicOperations } from '../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../shared/contract/operations/batch.run.ts';
import { type CodeText, fieldErrorCodes } from '../../shared/contract/refusals.ts';
import { answerTypes, recordTypes } from './answerTypes.ts';
import { comment } from './comments.ts';
import { pascal } from './contractSchema.ts';
import { operationNames } from './operationNames.ts';
import { operationTables, operationTypes } from './operationTypes.ts';
import { requestTypes } from './requestTypes.ts';

const written = '// Written by `npm run docs`; a test compares them.\n';

/** The text of client/contract.ts: plain types, so that the client's package needs nothing of what the contract is written with. */
export function contractFile(): string {
  const operations = operationNames.map((name) => publicOperations[name]);
  return [
    written,
    ...operations.flatMap((operation) => [requestTypes(operation), answerTypes(operation)]),
    recordTypes(),
    operationTables(),
    `/** @internal */\nexport const batchMethod = '${batchRun.name}';\n`,
    codeTypes(),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The text of client/operations.ts: the functions of the client. */
export function operationsFile(): string {
  const types = operationNames.flatMap((name) => [`${pascal(name)}Request`, `${pascal(name)}Answer`]);
  const text = operationTypes();
  const used = types.filter((type) => new RegExp(`\\b${type}\\b`).test(text));
  return [
    `${written}import type {\n${used.map((type) => `  ${type},`).join('\n')}\n} from './contract.ts';`,
    "import type { CallOptions } from './clientOptions.ts';",
    "import type { AnswerTo, OnlyKnown } from './requests.ts';\n",
    text,
  ].join('\n');
}

type Coded = readonly [code: string, text: CodeText];

/** The codes that are no operation's own, with what they mean. */
function codeTypes(): string {
  return [
    union('FieldErrorCode', 'Codes of errors of a field.', Object.entries(fieldErrorCodes)),
    `${comment(['One field that was refused.'])}export interface FieldError {\n  readonly field: string;\n  readonly code: FieldErrorCode;\n  readonly message: string;\n}\n`,
    union(
      'AuthenticationCode',
      'The code of an `AuthenticationError`.',
      byStatus((status) => status === 401),
    ),
    union(
      'HttpUnavailableCode',
      'Why there was no definite answer, said by the service.',
      byStatus(isTransient),
    ),
    union(
      'HttpRequestCode',
      'Codes of errors of a request as a whole.',
      byStatus((status) => status !== 401 && !isTransient(status)),
    ),
    `/** @internal */\nexport const httpStatuses = {\n${Object.entries(httpRejections)
      .map(([code, { status }]) => `  ${code}: ${status},`)
      .join('\n')}\n} as const;\n`,
    '/** @internal */\nexport type HttpCode = keyof typeof httpStatuses;\n',
  ].join('\n');
}

function byStatus(isMeant: (status: number) => boolean): readonly Coded[] {
  return Object.entries(httpRejections).filter(([, { status }]) => isMeant(status));
}

function isTransient(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

function union(name: string, what: string, codes: readonly Coded[]): string {
  const items = codes.map(([code, { cause, remedy }]) => `- \`${code}\`: ${cause} ${remedy}`);
  const names = codes.map(([code]) => JSON.stringify(code));
  return `${comment([what, '', ...items])}export type ${name} = ${names.join(' | ')};\n`;
}

/** The text of gateway/docs/assets/signing.js: the client's signer, for the page of `/docs`. */
export function signingScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: ['client/webSigner.ts'],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return `${written}${outputFiles[0]?.text}`;
}
