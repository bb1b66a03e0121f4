import { type HttpRejection, httpRejections } from '../../shared/contract/httpRejections.ts';
import type { ReportedErrors } from '../../shared/contract/input/fieldErrors.ts';
import type { FieldError } from '../../shared/contract/refusals.ts';
import { type Refused, refusal } from '../../shared/wire/envelope.ts';

/** Characters of a method's name that answers and logs repeat (docs/api.md#http). */
export const maxShownMethod = 64;

/**
 * Refuses wrong fields. The first error is the message. Errors that the specification lists have no errors in their data if
 * they are alone.
 */
export function fieldRefusal(method: string, { fieldErrors, more }: ReportedErrors): Refused {
  const { code, message } = fieldErrors[0] as FieldError;
  const isAlone = code === 'public_authority_id_invalid' && fieldErrors.length === 1;
  const details =
    code === 'field_required' || isAlone ? null : { errors: fieldErrors, ...(more ? { more } : {}) };
  return refusal(method, code, message, details);
}

export function httpRejection(method: string, code: HttpRejection, why?: string): Refused {
  const { message } = httpRejections[code];
  return refusal(method, code, why ? `${message}: ${why}` : message);
}
