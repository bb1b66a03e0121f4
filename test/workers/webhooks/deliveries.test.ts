import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { runBatch } from '../../support/batches.ts';
import { changesAfter, cursorNow, lineOf } from '../../support/changes.ts';
import { freshAccount } from '../../support/fixtures.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { fail, WebhookReceiver } from '../../support/webhookReceiver.ts';

/** Entries of a batch. */
const creates = (count: number) =>
  Array.from({ length: count }, (_, nr) => ({ method: 'article.create', data: { article_title: `${nr}` } }));

describe('deliveries of webhooks', function () {
  this.timeout(60_000);
  let receiver: WebhookReceiver;
  /** Webhooks of earlier tests lead to hosts that do not exist: where name servers are slow, their attempts fill the room of slow ones. */
  before(() => database()('webhooks').delete());
  const account = freshAccount(() => newAccount({ is_sandbox: 1 }));
  beforeEach(async () => {
    receiver = await WebhookReceiver.listen();
  });
  afterEach(async () => {
    await database()('webhooks').where({ account_id: account.id }).delete();
    await receiver.close();
  });

  const create = (title = 'Tea') => account.client.article.create({ article_title: title });
  const row = (webhook_ident: string) => database()('webhooks').where({ webhook_ident });

  it('have the changes of changes.list, signed, in order [webhooks-order]', async () => {
    const cursor = await cursorNow(account);
    await receiver.subscribe(account);
    const { article_ident } = await create();
    await account.client.article.update({ article_ident, article_title: 'Green tea' });
    await account.client.article.delete({ article_ident });
    await until(() => receiver.changes.length === 4);

    expect(receiver.changes).to.deep.equal(await changesAfter(account, cursor));
    expect(receiver.changes.map(lineOf).slice(1)).to.deep.equal(
      ['created', 'updated', 'deleted'].map((kind) => `${kind} article ${article_ident}`),
    );
    expect(receiver.forged).to.equal(0);
  });

  it('have only the resources and kinds that were asked for, and at most 100 changes', async () => {
    await receiver.subscribe(account, { resources: ['article'], kinds: ['created'] });
    await account.client.customer.create({});
    const created = await runBatch(account, creates(250));
    const idents = created.map(({ data }) => data?.['article_ident'] as string);
    await account.client.article.delete({ article_ident: idents[0] as string });
    await until(() => receiver.changes.length >= 250);

    expect(receiver.idents).to.deep.equal(idents);
    for (const { changes } of receiver.attempts) expect(changes.length).to.be.within(1, 100);
  });

  it('are repeated with the same id and the same changes until they are accepted [webhooks-repeat]', async () => {
    receiver.respond = (response, number) => (number <= 2 ? fail(response, number) : response.end());
    const webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
    await create('first');
    await until(() => receiver.attempts.length === 1);
    // It waits for the pause, while more changes come.
    const second = await create('second');
    for (const count of [2, 3]) {
      await until(async () => (await row(webhook_ident).first()).failures === count - 1);
      await row(webhook_ident).update({ date_next_attempt: null });
      await until(() => receiver.attempts.length >= count);
    }
    await until(() => receiver.changes.length === 2);

    const [one, two, three] = receiver.attempts;
    expect(two).to.deep.equal(one);
    expect(three).to.deep.equal(one);
    expect(receiver.idents.at(-1)).to.equal(second.article_ident);
  });

  it('wait for the one before: one attempt of a webhook at a time [webhooks-order]', async () => {
    const waiting: (() => void)[] = [];
    receiver.respond = (response) => waiting.push(() => response.end());
    await receiver.subscribe(account, { resources: ['article'] });
    await create('first');
    await until(() => waiting.length === 1);
    await create('second');
    const listed = await account.client.changes.list({ after: await cursorNow(account), wait_ms: 1_000 });

    expect(listed.changes).to.deep.equal([]);
    expect(receiver.attempts).to.have.length(1);
    waiting[0]?.();
    await until(() => waiting.length === 2);
    waiting[1]?.();
  });

  it('are listed with the status and the beginning of the answer', async () => {
    receiver.respond = fail;
    const webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
    await create();
    await until(async () => (await account.client.webhook.read({ webhook_ident })).failures === 1);

    const { deliveries, waiting } = await account.client.webhook.read({ webhook_ident });

    // The creation of the webhook is a change, too, which it skips.
    expect(waiting).to.be.within(1, 2);
    expect(deliveries).to.have.length(1);
    expect(deliveries[0]).to.include({
      delivery_id: receiver.attempts[0]?.id,
      delivery_kind: 'changes',
      delivered: 0,
      attempts: 1,
      status: 500,
      error: '',
      answer: 'not now',
    });
  });

  it('end after three days of failures, with a change that says so, and continue when enabled [webhooks-disabled]', async () => {
    receiver.respond = fail;
    const webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
    const cursor = await cursorNow(account);
    const { article_ident } = await create();
    await until(async () => (await row(webhook_ident).first()).failures === 1);
    await row(webhook_ident).update({ failing_since: '2020-01-01 00:00:00', date_next_attempt: null });
    const read = () => account.client.webhook.read({ webhook_ident });
    await until(async () => (await read()).enabled === 0);

    // The first attempt already ends it if the row changes while that attempt is noted.
    const ended = await read();
    expect(ended.disabled_reason).to.equal('failing');
    expect(ended.failures).to.be.within(1, 2);
    expect((await changesAfter(account, cursor)).map(lineOf)).to.deep.equal([
      `created article ${article_ident}`,
      `updated webhook ${webhook_ident}`,
    ]);
    receiver.respond = (response) => response.end();
    await account.client.webhook.update({ webhook_ident, enabled: 1 });
    await until(() => receiver.changes.length === 1);
    expect(receiver.idents).to.deep.equal([article_ident]);
    await until(async () => (await read()).waiting === 0);
    expect(await read()).to.include({ enabled: 1, disabled_reason: '', failures: 0 });
  });

  it('end at once if the receiver is gone', async () => {
    receiver.respond = (response) => response.writeHead(410).end();
    const webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
    await create();
    const read = () => account.client.webhook.read({ webhook_ident });
    await until(async () => (await read()).enabled === 0);

    expect(await read()).to.include({ disabled_reason: 'gone', failures: 1 });
  });

  it('end if changes were purged before they were delivered', async () => {
    const webhook_ident = await receiver.subscribe(account, { resources: ['article'], enabled: 0 });
    await create();
    const [{ last_position }] = await database()('change_positions').where({ account_id: account.id });
    await database()('change_positions')
      .where({ account_id: account.id })
      .update({ purged_position: last_position });
    await account.client.webhook.update({ webhook_ident, enabled: 1 });
    const read = () => account.client.webhook.read({ webhook_ident });
    await until(async () => (await read()).enabled === 0);

    expect(await read()).to.include({ disabled_reason: 'changes_purged' });
    expect(receiver.attempts).to.deep.equal([]);
    await account.client.webhook.update({ webhook_ident, enabled: 1 });
    const { article_ident } = await create();
    await until(() => receiver.idents.includes(article_ident));
    expect(receiver.idents).to.deep.equal([article_ident]);
  });

  it('are not sent while the account is disabled', async () => {
    await receiver.subscribe(account, { resources: ['article'] });
    const other = await newAccount({ is_sandbox: 1 });
    const otherReceiver = await WebhookReceiver.listen();
    await otherReceiver.subscribe(other, { resources: ['article'] });
    const setDisabled = (date_disabled: string | null) =>
      database()('accounts').where({ id: account.id }).update({ date_disabled });
    await setDisabled('2026-01-01 00:00:00');
    await create();
    await other.client.article.create({ article_title: 'Tea' });
    await until(() => otherReceiver.changes.length === 1);

    expect(receiver.attempts).to.deep.equal([]);
    await setDisabled(null);
    await until(() => receiver.changes.length === 1);
    await database()('webhooks').where({ account_id: other.id }).delete();
    await otherReceiver.close();
  });

  it('send a batch of many changes in order', async () => {
    await receiver.subscribe(account, { resources: ['article'] });
    const cursor = await cursorNow(account);
    await runBatch(account, creates(300));
    await until(() => receiver.changes.length === 300);

    expect(receiver.changes).to.deep.equal(await changesAfter(account, cursor));
  });
});
