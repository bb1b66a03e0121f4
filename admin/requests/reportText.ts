import type { Outcome, RequestReport } from './requestReport.ts';

const meanings: Readonly<Record<Outcome, string>> = {
  done: 'done',
  refused: 'refused by the operation',
  rejected: 'rejected before it was run',
  unavailable: 'not accepted: 503 or 429, without an effect',
  failed: 'failed inside the service',
  expired: 'not run before its deadline',
  not_run: 'not run',
  unknown: 'unknown',
  not_found: 'nothing was found',
};

const maxListed = 20;

export function reportText(report: RequestReport): string {
  const { id, outcome, received_at, notes } = report;
  const rows = [
    ['request', id],
    ['received', received_at],
    ['outcome', meanings[outcome]],
    ...requestRows(report),
    ...workerRows(report),
    ...storedRows(report),
    ...notes.map((note) => ['note', note]),
  ];
  return rows.map(([name = '', value = '']) => `${name.padEnd(11)}${value}`).join('\n');
}

function requestRows({ request }: RequestReport): readonly (readonly string[])[] {
  if (!request) return [];
  const { operation, app, account, status, code, reason, ms, queue_ms, calls, refused } = request;
  const why = [code, reason].filter(Boolean).join(', ');
  const waited = queue_ms === null ? '' : `, of which ${queue_ms} ms in the queue`;
  return [
    ['operation', calls === null ? operation : `${operation}: ${calls} calls, ${refused} refused`],
    ['app', app === '' ? 'not authenticated' : `${app} of account ${account || 'unknown'}`],
    ['answer', `${status}${why ? ` (${why})` : ''} at ${request.at}, after ${ms} ms${waited}`],
  ];
}

function workerRows({ sets, attempts, deliveries, problems }: RequestReport): readonly string[][] {
  const delivered =
    deliveries !== null && deliveries > 1 ? `; its job was delivered ${deliveries} times` : '';
  return [
    ...sets.map(({ at, operation, lane, calls, ms }) => [
      'set',
      `${operation} (${lane}) at ${at}: ${calls} calls in ${ms} ms`,
    ]),
    ...(attempts === null ? [] : [['attempts', `${attempts}${delivered}`]]),
    ...problems.map(({ at, event, code }) => ['problem', `${event}${code ? ` (${code})` : ''} at ${at}`]),
  ];
}

function storedRows({ stored }: RequestReport): readonly string[][] {
  const listed = stored.slice(0, maxListed).map(({ call_id, operation, outcome, code, expires_at }) => {
    const answer = code ? `${outcome} (${code})` : outcome;
    return ['stored', `${operation} ${answer}, until ${expires_at}, as ${call_id}`];
  });
  const more = stored.length - listed.length;
  return more > 0 ? [...listed, ['stored', `${more} more: --json lists them`]] : listed;
}
