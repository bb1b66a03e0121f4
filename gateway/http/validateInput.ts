import type { Context, Next } from 'koa';
import { writeEnvelope } from '../../shared/envelope.ts';
import type { Fault } from '../../shared/refusals.ts';
import type { PublicOperation } from '../operations.ts';
import { parseBody } from './parseBody.ts';
import { answer, refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Parses and validates once, into a clean record that everything behind it trusts. */
export async function validateInput(ctx: Context, next: Next): Promise<void> {
  const state: RequestState = ctx.state;
  const parsed = parseBody(state.body as Buffer);
  if ('why' in parsed) return refuse(ctx, 'body_malformed', parsed.why);

  const operation = state.operation as PublicOperation;
  const reading = operation.read(parsed.body);
  if ('faults' in reading) return refuseFields(ctx, operation.contract.name, reading.faults);
  state.input = reading.input;
  return next();
}

/** The first fault is the message; spec section 7 wants no data for the conditions that it lists. */
function refuseFields(ctx: Context, method: string, errors: readonly Fault[]): void {
  const { code, message } = errors[0] as Fault;
  const data = code === 'field_required' || code === 'public_authority_id_invalid' ? null : { errors };
  answer(ctx, code, writeEnvelope({ response: false, data, method, message }));
}
