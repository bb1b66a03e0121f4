import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ulid } from 'ulid';
import type { RequestReport } from '../../../admin/requests/findRequest.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { expectError, jsonOf, run } from '../../support/command.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { LoggedService } from '../../support/loggedService.ts';
import { post } from '../../support/rawRequest.ts';
import { servers } from '../../support/servers.ts';

const redis = 15;
const create = { method: 'article.create', body: '{"article_title":"Tee"}' };
const minutes = 60_000;

interface Line {
  readonly event: string;
  readonly [field: string]: unknown;
}

describe('logs of requests at the level info (starts commands)', function () {
  this.timeout(120_000);
  let service: LoggedService;
  let account: TestAccount;
  let id: string;
  before(async () => {
    service = await LoggedService.start(redis);
    account = await newAccount({}, service.cluster);
    for (const path of ['/healthz', '/readyz', '/metrics'])
      await post(account, { verb: 'GET', path }, service.port);
    const { headers } = await post(account, create, service.port);
    id = headers['x-request-id'] ?? '';
    await service.logs('worker', 'set', 'article.create');
    await service.logs('gateway', 'request', id);
  });
  after(async () => {
    await service?.stop();
    await cleanUp();
  });

  const file = (role: string) => path.join(service.folder, `${role}.log`);
  const linesOf = (role: string) =>
    readFileSync(file(role), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  const requestLine = () => linesOf('gateway').find(({ requestId }) => requestId === id) as Line;
  const withDatabase = () => ({ DATABASE_URL: servers().mariadb.url });
  const report = async (
    parameters: readonly string[],
    env: Readonly<Record<string, string>> = {},
    input = '',
  ) => jsonOf(await run(['request', ...parameters, '--json'], { env, input })) as RequestReport;
  /** The log line of the request with another id, received so long ago, and other fields. */
  const oldLine = async (ageMs: number, fields: object) => {
    const old = ulid(Date.now() - ageMs).toLowerCase();
    const place = path.join(service.folder, `${old}.log`);
    await writeFile(place, `${JSON.stringify({ ...requestLine(), requestId: old, ...fields })}\n`);
    return [old, '--logs', place] as const;
  };

  it('have account and wait of a request, no ids of the calls of sets, and no probes', () => {
    const sets = linesOf('worker').filter(({ event }) => event === 'set');

    expect(requestLine()).to.include({ account: account.accountIdent, app: account.appId, status: 200 });
    expect(requestLine().queueMs).to.be.a('number').and.be.at.least(0);
    expect(sets).to.not.be.empty;
    expect(sets.filter((line) => 'callIds' in line)).to.deep.equal([]);
    expect(linesOf('gateway').filter(({ event, path: asked }) => event === 'probe' || asked)).to.deep.equal(
      [],
    );
  });

  it('are found in rotated and compressed files of a folder, each line once', async () => {
    const folder = path.join(service.folder, 'rotated');
    await mkdir(folder);
    const text = readFileSync(file('gateway'));
    await writeFile(path.join(folder, 'gateway.log-20261123.gz'), gzipSync(text));
    await writeFile(path.join(folder, 'gateway.log.1'), text);

    const { outcome, request, notes } = await report([id, '--logs', folder], withDatabase());

    expect({ outcome, status: request?.status }).to.deep.equal({ outcome: 'done', status: 200 });
    expect(notes).to.deep.equal([
      'No log line names its set: workers write the ids of calls only with LOG_LEVEL=debug.',
    ]);
  });

  it('are read from standard input, also with a prefix and other lines', async () => {
    const input = readFileSync(file('gateway'), 'utf8').replaceAll(/^/gm, 'gateway-1  | ');

    const { outcome, notes } = await report([id, '--logs', '-'], {}, `${id} is no JSON\n${input}`);

    expect(outcome).to.equal('done');
    expect(notes.at(-1)).to.equal('Stored answers were not searched: DATABASE_URL is not set.');
  });

  it('are not needed for what is stored, and tell something without the database', async () => {
    const stored = await report([id], withDatabase());
    const away = await report([id, '--logs', service.folder], {
      DATABASE_URL: 'mysql://nobody:none@127.0.0.1:1/none',
    });

    expect(stored).to.deep.include({ outcome: 'done', request: null });
    expect(stored.notes[0]).to.match(/^No logs were searched/);
    expect(away.outcome).to.equal('done');
    expect(away.notes.join()).to.match(
      /Stored answers were not searched: the database at 127\.0\.0\.1:1 does not answer/,
    );
  });

  it('of a write without a stored answer: it was not run, unless it may still run or the answer has expired', async () => {
    const unknown = { status: 504, code: 'outcome_unknown' };
    const recent = await report(await oldLine(1 * minutes, unknown), withDatabase());
    const ended = await report(await oldLine(30 * minutes, unknown), withDatabase());
    const expired = await report(await oldLine(90 * minutes, unknown), withDatabase());
    const keyed = await report(
      await oldLine(90 * minutes, { ...unknown, key: 'k'.repeat(26) }),
      withDatabase(),
    );

    expect([recent, ended, expired, keyed].map(({ outcome }) => outcome)).to.deep.equal([
      'unknown',
      'not_run',
      'unknown',
      'not_run',
    ]);
    expect(recent.notes.join()).to.match(
      /may still be running: .* in \d{3} seconds\. Its deadline is not known/,
    );
    expect(expired.notes.join()).to.include('have expired');
  });

  it('of a write without a stored answer: it was not run a minute after the deadline that its line has', async () => {
    const unknown = { status: 504, code: 'outcome_unknown', deadlineMs: 10_000 };
    const recent = await report(await oldLine(30_000, unknown), withDatabase());
    const ended = await report(await oldLine(71_000, unknown), withDatabase());
    const batch = await report(await oldLine(71_000, { ...unknown, method: 'batch.run' }), withDatabase());

    expect([recent, ended, batch].map(({ outcome }) => outcome)).to.deep.equal([
      'unknown',
      'not_run',
      'unknown',
    ]);
    expect(recent.notes.join()).to.match(
      /may still be running: repeat the command in (?:[1-3]\d|40) seconds\.$/,
    );
    expect(batch.notes.join()).to.match(/may still be running/);
  });

  it('have the deadline of a request whose outcome is unknown', async () => {
    const sandbox = await newAccount({ is_sandbox: 1 }, service.cluster);
    const options = { simulate: 'outcome_unknown_not_done' } as const;
    const { requestId } = await sandbox.client.send('article.create', '{}', options);
    await service.logs('gateway', 'request', requestId);

    const line = linesOf('gateway').find((each) => each.requestId === requestId);
    expect(line?.deadlineMs).to.equal(10_000);
    expect(requestLine()).not.to.have.any.keys('deadlineMs');
  });

  it('are refused by name when they are missing or broken, and an id that is none', async () => {
    const broken = path.join(service.folder, 'broken.log.gz');
    await writeFile(broken, 'no gzip');

    expectError(
      await run(['request', id, '--logs', '/nowhere/at.log']),
      /^\/nowhere\/at\.log does not exist/,
    );
    expectError(await run(['request', id, '--logs', broken]), /broken\.log\.gz can't be read/);
    const { code, stderr } = await run(['request', 'req_1']);
    expect(code).to.equal(1);
    expect(stderr).to.include('It must be the X-Request-Id of an answer');
  });
});
