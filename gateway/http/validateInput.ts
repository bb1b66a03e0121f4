import type { Context } from 'koa';
import type { PublicOperation } from '../operations.ts';
import { parseBody } from './parseBody.ts';
import { answer, fieldRefusal, refuse } from './refusals.ts';
import type { RequestState } from './state.ts';

/** Parses and validates once, into a clean record that everything behind it trusts. */
export async function validateInput(ctx: Context): Promise<void> {
  const state: RequestState = ctx.state;
  const operation = state.operation as PublicOperation;
  const parsed = await parseBody(state.body as Buffer, operation.knows);
  if ('why' in parsed) return refuse(ctx, 'body_malformed', parsed.why);

  const reading = operation.read(parsed.members);
  if ('faults' in reading) {
    const { code, envelope } = fieldRefusal(operation.contract.name, reading);
    return answer(ctx, code, envelope);
  }
  state.sent = parsed.members;
  state.input = reading.input;
}
