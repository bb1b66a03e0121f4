import { httpRejections } from '../../shared/contract/httpRejections.ts';
import { batchCodes, type CodeText, fieldErrorCodes, refusalCodes } from '../../shared/contract/refusals.ts';

const codes: Readonly<Record<string, Pick<CodeText, 'remedy'>>> = {
  ...httpRejections,
  ...refusalCodes,
  ...fieldErrorCodes,
  ...batchCodes,
  no_answer: { remedy: 'Check that the service runs at the address in COUNTERFOIL_URL.' },
};

/** Advice about a code, of the service or of its client. */
export function remedyOf(code: string): string {
  return (Object.hasOwn(codes, code) ? codes[code]?.remedy : undefined) ?? 'See docs/api.md#codes.';
}
