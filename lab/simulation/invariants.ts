import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { isAnswer } from '../../shared/wire/envelope.ts';
import { type MadeCall, titlesOf } from './clients.ts';
import { endOf } from './faults.ts';
import { type PlannedCall, type Schedule, workers } from './schedule.ts';
import type { Commit } from './servers/databaseServer.ts';
import type { World } from './world.ts';

/** Sets that a worker may run before that of a call which it has got: the one in flight, and one that was formed meanwhile. */
const maxSets = 2;

/** A flood of one account does not delay the others: at a worker, a call waits for a set or two, not for all calls before it. */
function fairnessProblems(
  { flood }: Schedule,
  { database: { commits }, deliveredAt }: World,
  calls: readonly MadeCall[],
): readonly string[] {
  if (flood === 0) return [];
  const others = calls.filter(({ isFlood }) => !isFlood);
  return others.flatMap(({ id, label }) => {
    const deliveredMs = deliveredAt.get(id) ?? 0;
    const own = commits.findIndex(({ writes }) =>
      [...writes.values()].some((row) => row?.article_title === label),
    );
    const sets = commits.slice(0, own).filter(({ atMs }) => atMs > deliveredMs).length;
    return sets > maxSets * workers ? [`${label} waited for ${sets} sets at its worker`] : [];
  });
}

/** Milliseconds after the end of all faults in which the service has recovered: jobs of dead workers are taken over twice. */
const recoveryMs = 12_000;

/** Returns the violated invariants of a schedule. */
export function problemsOf(schedule: Schedule, world: World, calls: readonly MadeCall[]): readonly string[] {
  const effects = effectsOf(world.database.commits);
  return [
    ...calls.flatMap((call) => [
      ...lateness(call),
      ...strangeAnswer(call),
      ...failure(call, schedule, world),
    ]),
    ...effectProblems(calls, effects),
    ...atomicProblems(calls, world.database.commits),
    ...repeatProblems(calls),
    ...numberProblems(world),
    ...fairnessProblems(schedule, world, calls),
    ...leftoverProblems(world),
  ];
}

/** No call waits beyond its deadline; one whose gateway died has no answer. */
function lateness({ plan, label, gateway, madeAtMs, reply, answeredAtMs = 0 }: MadeCall): readonly string[] {
  if (!reply) return gateway.host.isAlive ? [`${label} has no answer`] : [];
  const lateMs = answeredAtMs - madeAtMs - plan.deadlineMs;
  return lateMs > 1 ? [`${label} was answered ${lateMs} ms after its deadline`] : [];
}

/** An answer is that of this call: its operation, its record, its values. */
function strangeAnswer({ plan: { kind }, label, ident, reply }: MadeCall): readonly string[] {
  if (!reply || !isAnswer(reply)) return [];
  const { method, response, data } = JSON.parse(reply.envelope);
  const strange = (what: string) => [`${label} got ${what}: ${reply.envelope}`];
  if (kind === 'batch') {
    const codes = response ? ['', ''] : ['not_done', 'article_not_found'];
    const isRight = method === 'batch.run' && codes.join() === data.codes.join();
    const isOwn = !response || data.results[1].data.article_title === titlesOf(label)[1];
    return isRight && isOwn ? [] : strange('a strange answer');
  }
  if (method !== `article.${kind}`) return strange('the answer of another operation');
  if (response !== (reply.kind === 'done')) return strange('an answer with another code');
  if (!response)
    return reply.code === 'article_not_found' && kind !== 'create' ? [] : strange('a strange refusal');
  if (kind === 'update' && data.article_title !== label) return strange('the answer of another call');
  if ((kind === 'update' || kind === 'exists') && data.article_ident !== ident)
    return strange('an answer of another record');
  return [];
}

/**
 * A call that has time to recover from all faults is answered; so are the neighbours of a call that kills workers. Such a call, or one
 * that was twice with a dying worker, may be given up, and so may one with an error that nobody knows.
 */
function failure(call: MadeCall, schedule: Schedule, world: World): readonly string[] {
  const { plan, label, reply, madeAtMs } = call;
  if (!reply || isAnswer(reply)) return [];
  const { code } = reply;
  if (code === 'idempotency_key_reused' && plan.key !== null) return [];
  if (code === 'internal_error' && mayBeGivenUp(plan, schedule, world)) return [];
  const isFull = schedule.faults.some(({ kind }) => kind === 'redis full');
  if (code === 'unavailable' && isFull) return [];
  const poisons = schedule.calls.filter(({ poison }) => poison !== 'none').length;
  const hadTime =
    madeAtMs + plan.deadlineMs > Math.max(endOf(schedule), madeAtMs) + recoveryMs * (1 + poisons);
  return code !== 'internal_error' && !hadTime ? [] : [`${label} got ${code}`];
}

/** True for a call that kills workers and is not in the inbox. Without other faults, only such a call fails. */
function mayBeGivenUp(
  { poison, kind }: PlannedCall,
  { calls, faults }: Schedule,
  { lapses }: World,
): boolean {
  const isAlone = faults.length === 0 && calls.filter((call) => call.poison !== 'none').length <= 1;
  const isInInbox = poison === 'late' && ['create', 'update', 'put'].includes(kind);
  if (isAlone) return poison !== 'none' && !isInInbox;
  return poison !== 'none' || lapses > 1 || faults.some((fault) => fault.kind.startsWith('unknown error'));
}

/**
 * Finds calls with a wrong number of effects: a success has exactly one, a refusal or a call that was not run
 * has none, any other at most one.
 */
function effectProblems(calls: readonly MadeCall[], effects: ReadonlyMap<string, number>): readonly string[] {
  const problems: string[] = [];
  const expected = calls.flatMap((call) => effectsIfDone(call).map((effect) => ({ effect, ...call })));
  for (const [effect, of] of groupBy(expected, (each) => each.effect)) {
    const count = effects.get(effect) ?? 0;
    const isDone = of.some(({ reply }) => reply?.kind === 'done');
    const isOpen = of.some(
      ({ reply }) => !reply || (reply.kind === 'unanswered' && reply.code !== 'unavailable'),
    );
    if (count > 1) problems.push(`${effect} happened ${count} times`);
    if (isDone && count === 0 && of[0]?.plan.kind !== 'exists')
      problems.push(`${effect} succeeded without effect`);
    if (!isDone && !isOpen && count > 0) problems.push(`${effect} has an effect, and was refused or not run`);
  }
  return problems;
}

/** The effects that a call has if it succeeds. A record is deleted once, whoever does it. */
function effectsIfDone({ plan: { kind }, label, ident }: MadeCall): readonly string[] {
  if (kind === 'batch') return titlesOf(label).map((title) => `write ${title}`);
  return [kind === 'delete' || kind === 'exists' ? `${kind} ${ident}` : `write ${label}`];
}

/** Each commit has all of an atomic batch, or nothing. */
function atomicProblems(calls: readonly MadeCall[], commits: readonly Commit[]): readonly string[] {
  const batches = calls.filter(({ plan }) => plan.kind === 'batch');
  return commits.flatMap(({ writes }) => {
    const titles = new Set([...writes.values()].map((row) => row?.article_title));
    const halves = batches.filter(({ label }) => {
      const written = titlesOf(label).filter((title) => titles.has(title));
      return written.length === 1;
    });
    return halves.map(({ label }) => `half of ${label} was committed`);
  });
}

/** Calls with one key and the same content get one answer. */
function repeatProblems(calls: readonly MadeCall[]): readonly string[] {
  const keyed = calls.filter(({ plan }) => plan.key !== null);
  return [...groupBy(keyed, ({ label }) => label)].flatMap(([label, repeats]) => {
    const answers = new Set(
      repeats.flatMap(({ reply }) => (reply && isAnswer(reply) ? [reply.envelope] : [])),
    );
    return answers.size > 1 ? [`${label} got different answers: ${[...answers].join(', ')}`] : [];
  });
}

/** The articles of an account have different numbers. */
function numberProblems({ database: { rows } }: World): readonly string[] {
  const numbers = [...rows.values()]
    .filter(({ article_nr }) => article_nr)
    .map((row) => `${String(row.account_id)} ${String(row.article_nr)}`);
  return numbers.length === new Set(numbers).size
    ? []
    : [`numbers are used twice: ${numbers.toSorted().join(', ')}`];
}

/** Whatever counts calls is back at zero. */
function leftoverProblems({ gateways, workers, redis }: World): readonly string[] {
  const processes = [...gateways, ...workers].filter(({ host }) => host.isAlive);
  const left = processes.flatMap(({ host, leftovers }) =>
    Object.entries(leftovers).flatMap(([name, value]) =>
      value === 0 ? [] : [`${host.name}: ${value} ${name} left`],
    ),
  );
  if (redis.state.jobs.size > 0) left.push(`${redis.state.jobs.size} jobs are left in the queues`);
  return left;
}

/** Counts the commits of each effect: of a title that was written, or of a record that was deleted. */
function effectsOf(commits: readonly Commit[]): ReadonlyMap<string, number> {
  const effects = new Map<string, number>();
  for (const { writes } of commits)
    for (const [key, row] of writes) {
      const [table, , ident] = key.split(' ');
      if (table !== 'articles') continue;
      const effect = row === null ? `delete ${ident}` : `write ${String(row.article_title)}`;
      effects.set(effect, (effects.get(effect) ?? 0) + 1);
    }
  return effects;
}
