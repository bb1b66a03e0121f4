import type { Context, Next } from 'koa';
import type { PublicOperation } from '../operations.ts';
import { parseBody } from './parseBody.ts';
import { answer, fieldRefusal, refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Parses and validates once, into a clean record that everything behind it trusts. */
export async function validateInput(ctx: Context, next: Next): Promise<void> {
  const state: RequestState = ctx.state;
  const parsed = parseBody(state.body as Buffer);
  if ('why' in parsed) return refuse(ctx, 'body_malformed', parsed.why);

  const operation = state.operation as PublicOperation;
  const reading = operation.read(parsed.body);
  if ('faults' in reading) {
    const { code, envelope } = fieldRefusal(operation.contract.name, reading.faults);
    return answer(ctx, code, envelope);
  }
  state.input = reading.input;
  return next();
}
