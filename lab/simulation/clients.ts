import type { CallRequest } from '../../gateway/calls/callRequest.ts';
import { operations } from '../../shared/contract/operations/allOperations.ts';
import { newIdent } from '../../shared/contract/values/idents.ts';
import type { Reply } from '../../shared/wire/envelope.ts';
import type { SimulatedGateway } from './gateway.ts';
import type { PlannedCall, Schedule } from './schedule.ts';
import { poisons } from './worker.ts';
import { identOf, type World } from './world.ts';

/** A call that was made, and what became of it. */
export interface MadeCall {
  readonly id: string;
  readonly plan: PlannedCall;
  /** The label of what the call writes. Repeats with one key have one label. */
  readonly label: string;
  readonly ident: string;
  readonly gateway: SimulatedGateway;
  readonly madeAtMs: number;
  readonly isFlood: boolean;
  /** Undefined for a client whose gateway died. */
  reply?: Reply;
  answeredAtMs?: number;
}

/** Time of a statement during a flood, in milliseconds: its calls wait at the workers, not in the queues. */
const floodSlowMs = 30;

/** Makes the calls of a schedule at their times; they are in the returned list as soon as they are made. */
export function makeCalls({ calls, flood }: Schedule, world: World): readonly MadeCall[] {
  const made: MadeCall[] = [];
  for (const [index, plan] of calls.entries())
    setTimeout(() => make([prepared(plan, index, world)], world, made), plan.atMs);
  if (flood > 0) {
    world.databaseFaults.slowMs = floodSlowMs;
    const plans = Array.from({ length: flood }, (_, index) =>
      prepared(floodCall, 1_000 + index, world, true),
    );
    setTimeout(() => make(plans, world, made), 0);
  }
  return made;
}

const floodCall: PlannedCall = {
  atMs: 0,
  kind: 'create',
  account: 1,
  record: 0,
  gateway: 0,
  lane: 'interactive',
  deadlineMs: 6e4,
  key: null,
  poison: 'none',
};

function prepared(plan: PlannedCall, index: number, world: World, isFlood = false): MadeCall {
  const { kind, account, record, key } = plan;
  const isKeyed = key !== null && kind !== 'exists';
  const poison = isKeyed || plan.poison === 'none' ? undefined : poisons[plan.poison];
  const label = isKeyed ? `k${account}.${key}.${kind}.${record}` : `${poison ?? 'c'}${index}`;
  const ident = poison && kind !== 'update' ? `${poison}_${index}` : identOf(account, record);
  const gateway = world.gateways[plan.gateway] as SimulatedGateway;
  const effective = { ...plan, key: isKeyed ? key : null, poison: poison ? plan.poison : 'none' } as const;
  return { id: `call${index}`, plan: effective, label, ident, gateway, madeAtMs: performance.now(), isFlood };
}

function make(calls: readonly MadeCall[], world: World, made: MadeCall[]): void {
  for (const before of calls) {
    const { plan } = before;
    const gateway = world.gateways[plan.gateway] as SimulatedGateway;
    const call = { ...before, gateway, madeAtMs: performance.now() };
    if (!gateway.host.isAlive) continue; // nobody listens there
    made.push(call);
    void replyTo(call, requestOf(call)).then((reply) => {
      if (!gateway.host.isAlive) return;
      world.note(call.id, 'is answered', { label: call.label, ...reply });
      call.reply = reply;
      call.answeredAtMs = performance.now();
    });
    world.note(call.id, 'is made', plan);
  }
}

async function replyTo({ plan, gateway: { callClient } }: MadeCall, request: CallRequest): Promise<Reply> {
  if (plan.lane === 'interactive') return callClient.call(plan.account, request);
  const [reply] = await callClient.callAll(plan.account, [request], plan.deadlineMs);
  return reply as Reply;
}

function requestOf({
  id,
  plan: { kind, key, account, record, deadlineMs },
  label,
  ident,
}: MadeCall): CallRequest {
  const keyed = { key: `${account}.${key}`, fingerprint: label };
  return {
    contract: operations[`article.${kind}`],
    input: inputs[kind](label, ident, record),
    id,
    bytes: 100,
    deadlineMs,
    ...(key !== null && { idempotency: keyed }),
  };
}

/** Clean inputs, as a gateway reads them. */
const inputs = {
  create: createInput,
  update: updateInput,
  delete: (_: string, article_ident: string) => ({ article_ident }),
  exists: (_: string, article_ident: string) => ({ article_ident }),
  put: (article_title: string, _: string, record: number) => ({
    article_title,
    external_ident: `source ${record}`,
    external_account_name: '',
  }),
  batch: (label: string, ident: string, record: number) => {
    const [created, changed] = titlesOf(label);
    const create = { ...createInput(created, '', record), article_ident: newIdent('art') };
    return {
      entries: [
        { method: 'article.create', input: create },
        { method: 'article.update', input: updateInput(changed, ident) },
      ],
    };
  },
} as const satisfies Record<PlannedCall['kind'], (label: string, ident: string, record: number) => object>;

/** A create has a number, or gets the next one of its account. */
function createInput(article_title: string, _: string, record: number) {
  const article_nr = record % 2 === 1 ? '' : `nr ${article_title}`;
  return { article_title, article_nr, external_ident: '', external_account_name: '' };
}

function updateInput(article_title: string, article_ident: string) {
  return { article_ident, article_title };
}

/** The titles that an atomic batch writes: that of the new record, and that of the changed one. */
export function titlesOf(label: string): readonly [created: string, changed: string] {
  return [`${label}.0`, `${label}.1`];
}
