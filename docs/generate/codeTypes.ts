import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { type CodeText, fieldErrorCodes } from '../../shared/contract/refusals.ts';
import { comment } from './comments.ts';

type Coded = readonly [code: string, text: CodeText];

/** The codes that are no operation's own, with what they mean. */
export function codeTypes(): string {
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
