import { type HttpRefusal, httpRefusals } from '../../shared/contract/httpRefusals.ts';
import type { ReportedFaults } from '../../shared/contract/input/faults.ts';
import type { Fault } from '../../shared/contract/refusals.ts';
import { failureEnvelope, type Refused } from '../../shared/wire/envelope.ts';

/**
 * Refuses wrong fields. The first fault is the message. Faults that the specification lists have no errors in their data if
 * they are alone.
 */
export function fieldRefusal(method: string, { faults, more }: ReportedFaults): Refused {
  const { code, message } = faults[0] as Fault;
  const isAlone = code === 'public_authority_id_invalid' && faults.length === 1;
  const details = code === 'field_required' || isAlone ? null : { errors: faults, ...(more ? { more } : {}) };
  return refusal(method, code, message, details);
}

export function httpRejection(method: string, code: HttpRefusal, why?: string): Refused {
  const { message } = httpRefusals[code];
  return refusal(method, code, why ? `${message}: ${why}` : message);
}

export function refusal(
  method: string,
  code: string,
  message: string,
  details: object | null = null,
): Refused {
  return { kind: 'refused', code, envelope: failureEnvelope({ method, code, message }, details) };
}
