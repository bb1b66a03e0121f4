import { expect } from 'chai';
import { ulid } from 'ulid';
import type { RequestReport } from '../../../admin/requests/findRequest.ts';
import { newId } from '../../../shared/contract/values/idents.ts';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { newSigner } from '../../support/apps.ts';
import { jsonOf } from '../../support/command.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { LoggedService } from '../../support/loggedService.ts';
import { type Difference, post } from '../../support/rawRequest.ts';
import { withTransaction } from '../../support/transactions.ts';

const redis = 14;
const create = { method: 'article.create', body: '{"article_title":"Muster Tee"}' };

describe('counterfoil request (waits for a deadline)', function () {
  this.timeout(120_000);
  let service: LoggedService;
  let account: TestAccount;
  before(async () => {
    service = await LoggedService.start(redis, { LOG_LEVEL: 'debug', CALL_DEADLINE_MS: '2000' });
    account = await newAccount({}, service.cluster);
  });
  after(async () => {
    await service?.stop();
    await cleanUp();
  });

  /** Sends a request; resolves to its id when it is in the log of the gateway. */
  const sent = async (difference: Difference, signer = account as Parameters<typeof post>[0]) => {
    const answer = await post(signer, difference, service.port);
    const id = answer.headers['x-request-id'] ?? '';
    await service.logs('gateway', 'request', id);
    return { id, answer };
  };
  const report = async (id: string) => jsonOf(await service.request(id, '--json')) as RequestReport;

  it('reports what client, set and database know of a done write', async () => {
    const { id } = await sent(create);
    await service.logs('worker', 'set', id);

    const { request, sets, stored, ...rest } = await report(id);

    expect(rest).to.deep.include({ id, found: true, outcome: 'done', attempts: 1, deliveries: 1 });
    expect(rest).to.deep.include({ problems: [], notes: [] });
    expect(Math.abs(Date.parse(rest.received_at) - Date.now())).to.be.below(60_000);
    const { appId: app, accountIdent } = account;
    expect(request).to.deep.include({ operation: 'article.create', app, account: accountIdent });
    expect(request).to.deep.include({ status: 200, code: '', reason: null, calls: null });
    expect(request?.queue_ms).to.be.at.least(0);
    expect(sets.map(({ operation, lane, calls }) => ({ operation, lane, calls }))).to.deep.equal([
      { operation: 'article.create', lane: 'interactive', calls: 1 },
    ]);
    expect(stored).to.have.length(1);
    expect(stored[0]).to.include({ call_id: id, account: accountIdent, outcome: 'done', code: '' });
    expect(Date.parse(stored[0]?.expires_at ?? '') - Date.now()).to.be.within(3_400_000, 3_700_000);
  });

  it('prints the same for a person, without data of the request', async () => {
    const { id } = await sent(create);
    await service.logs('worker', 'set', id);

    const { code, stdout } = await service.request(id);

    expect(code).to.equal(0);
    expect(stdout).to.match(
      new RegExp(`^request {4}${id}\nreceived .*\noutcome {4}done\noperation  article.create\n`),
    );
    expect(stdout).to.match(
      /^answer {5}200 at .*, after [\d.]+ ms, of which \d+ ms in the queue, by gateway \(PID \d+\)$/m,
    );
    expect(stdout).to.match(
      /^set {8}article\.create \(interactive\) at .*: 1 call in [\d.]+ ms, by worker all \(PID \d+\)$/m,
    );
    expect(stdout).to.not.include('Muster');
  });

  it('reports the code of a refused write', async () => {
    const { id } = await sent({ method: 'customer.delete', body: '{"customer_ident":"cus_unknown"}' });

    const { outcome, request, stored } = await report(id);

    expect({ outcome, code: request?.code }).to.deep.equal({
      outcome: 'refused',
      code: 'customer_not_found',
    });
    expect(stored[0]).to.include({ outcome: 'refused', code: 'customer_not_found' });
  });

  it('reports that answers of reads are not stored', async () => {
    const { id } = await sent({});
    await service.logs('worker', 'set', id);

    expect(await report(id)).to.deep.include({
      outcome: 'refused',
      stored: [],
      notes: ['Answers of reads are not stored.'],
    });
  });

  it('reports that a repeated write was tried twice, and finds its answer by its key', async () => {
    const keyed = { ...create, headers: { 'Idempotency-Key': newId() } };
    const first = await sent(keyed);
    const { id, answer } = await sent(keyed);
    await service.logs('worker', 'set', id);

    const { outcome, attempts, problems, stored } = await report(id);

    expect(answer.body).to.equal(first.answer.body);
    expect({ outcome, attempts }).to.deep.equal({ outcome: 'done', attempts: 2 });
    expect(problems.map(({ event, code }) => ({ event, code }))).to.deep.equal([
      { event: 'set_retried', code: 'ER_DUP_ENTRY' },
    ]);
    expect(stored).to.have.length(1);
    expect(stored[0]?.call_id).to.not.equal(id);
  });

  it('reports that a call did not run which waited for a lock until its deadline', async () => {
    const made = await sent({ method: 'customer.create', body: '{}' });
    const { customer_ident } = JSON.parse(made.answer.body).data;
    const update = { method: 'customer.update', body: JSON.stringify({ customer_ident, user_note: 'note' }) };

    const id = await withTransaction(async (other) => {
      await other('customers').where({ customer_ident }).forUpdate();
      const waiting = await sent(update);
      expect(waiting.answer.status).to.equal(504);
      await service.logs('worker', 'calls_expired', waiting.id);
      return waiting.id;
    });

    const { outcome, request, problems, stored, notes } = await report(id);
    expect({ outcome, status: request?.status, stored }).to.deep.equal({
      outcome: 'expired',
      status: 504,
      stored: [],
    });
    expect(problems.map(({ event }) => event)).to.include('calls_expired');
    expect(notes).to.include('It did not run before its deadline, and will not run.');
  });

  it('reports why a request was not authenticated', async () => {
    const { id } = await sent(create, newSigner());

    const { outcome, request, problems } = await report(id);

    expect({ outcome, app: request?.app }).to.deep.equal({ outcome: 'rejected', app: '' });
    expect(problems[0]).to.include({ event: 'signature_rejected', code: 'unknown_app' });
  });

  it('reports what each write of a batch did, and what each entry did', async () => {
    const operations = [
      { method: 'article.create', data: { article_title: 'Tee' } },
      { method: 'article.delete', data: { article_ident: 'art_none' } },
      { method: 'article.exists', data: { article_ident: 'art_none' } },
    ];
    const { id } = await sent({ method: 'batch.run', body: JSON.stringify({ operations }) });
    await service.logs('worker', 'set', `${id}.1`);

    const [batch, entry] = [await report(id), await report(`${id}.1`)];

    expect(batch).to.deep.include({ outcome: 'done', notes: [] });
    expect(batch.request).to.deep.include({ operation: 'batch.run', calls: 3, refused: 2 });
    expect(
      batch.stored.map(({ call_id, operation, outcome }) => [call_id, operation, outcome]),
    ).to.deep.equal([
      [`${id}.0`, 'article.create', 'done'],
      [`${id}.1`, 'article.delete', 'refused'],
    ]);
    expect(entry.outcome).to.equal('refused');
    expect(entry.sets.map(({ operation, lane }) => [operation, lane])).to.deep.equal([
      ['article.delete', 'bulk'],
    ]);
    expect(entry.stored.map(({ code }) => code)).to.deep.equal(['article_not_found']);
  });

  it('finds the entries of a batch with a key', async () => {
    const operations = ['Tee', 'Kaffee'].map((article_title) => ({
      method: 'article.create',
      data: { article_title },
    }));
    const headers = { 'Idempotency-Key': newId() };
    const { id } = await sent({ method: 'batch.run', body: JSON.stringify({ operations }), headers });

    const [batch, entry] = [await report(id), await report(`${id}.1`)];

    expect(batch.stored.map(({ outcome }) => outcome)).to.deep.equal(['done', 'done']);
    expect(entry.outcome).to.equal('done');
  });

  it('does not know an unknown id, and exits with 1', async () => {
    const { code, stdout } = await service.request(ulid(Date.now() - 3_600_000).toLowerCase(), '--json');

    const { found, outcome, notes } = JSON.parse(stdout);
    expect({ code, found, outcome }).to.deep.equal({ code: 1, found: false, outcome: 'not_found' });
    expect(notes.join()).to.match(/^No log line of the request was found.*No answer is stored under this id/);
  });

  it('says of a young id without an answer that its call may still wait', async () => {
    const { code, stdout } = await service.request(newId());

    expect(code).to.equal(1);
    expect(stdout)
      .to.match(/outcome +not known\n/)
      .and.to.match(/has not been answered yet/);
    expect(stdout)
      .to.match(/may still wait or run: .*CALL_DEADLINE_MS/)
      .and.not.to.include('No answer is stored');
  });
});
