import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { newAccount } from '../../support/account.ts';
import { changesAfter, cursorNow, lineOf } from '../../support/changes.ts';
import { sharedAccount } from '../../support/fixtures.ts';
import { database } from '../../support/servers.ts';
import { until } from '../../support/until.ts';
import { fail, WebhookReceiver } from '../../support/webhookReceiver.ts';

const secondsOf = { second: 1, minute: 60, hour: 3_600 };
const retriedSeconds = 3 * 86_400;

/** Time that really passes in the test, at most. */
const realSeconds = 120;

/** Reads the pauses of docs/api.md, in seconds: `2, 10 and 30 minutes` are three. */
function documentedPauses(): { readonly first: readonly number[]; readonly further: number } {
  const text = readFileSync('docs/api.md', 'utf8').replaceAll(/\s+/g, ' ');
  const [, first = '', hours] =
    /tried again after (.*?), then every (\d+) hours\. After 3 days/.exec(text) ?? [];
  const groups = [...first.matchAll(/([\d, and]+?) (second|minute|hour)s/g)];
  const seconds = groups.flatMap(([, numbers = '', unit]) =>
    [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number) * secondsOf[unit as 'hour']),
  );
  return { first: seconds, further: Number(hours) * 3_600 };
}

describe('a webhook whose receiver fails for three days (moves its times)', function () {
  this.timeout(120_000);
  let receiver: WebhookReceiver;
  let webhook_ident: string;
  const account = sharedAccount(() => newAccount({ is_sandbox: 1 }));
  before(async () => {
    receiver = await WebhookReceiver.listen(fail);
    webhook_ident = await receiver.subscribe(account, { resources: ['article'] });
  });
  after(async () => {
    await row().delete();
    await receiver.close();
  });

  const row = () => database()('webhooks').where({ webhook_ident });
  const read = () => account.client.webhook.read({ webhook_ident });

  /** The seconds between the last failure, which released the lease, and the next attempt. */
  async function pause(): Promise<number> {
    const { microseconds } = await row()
      .select(database().raw('TIMESTAMPDIFF(MICROSECOND, lease_until, date_next_attempt) AS microseconds'))
      .first();
    return microseconds / 1e6;
  }

  /** Lets a pause be over, and a change of another resource remind the worker. */
  async function endPause(seconds: number): Promise<void> {
    await row().update({
      date_next_attempt: null,
      failing_since: database().raw('failing_since - INTERVAL ? SECOND', [Math.round(seconds)]),
    });
    await account.client.customer.create({});
  }

  it('pauses as documented, and is then disabled, with a change [webhooks-disabled]', async () => {
    const pauses: number[] = [];
    const cursor = await cursorNow(account);
    await account.client.article.create({ article_title: 'Tea' });
    for (let failures = 1, passed = 0; ; failures += 1) {
      await until(() => row().where({ failures }).whereNull('lease').first());
      if ((await read()).enabled === 0) break;
      const seconds = await pause();
      pauses.push(seconds);
      expect((passed += seconds)).to.be.below(retriedSeconds + documentedPauses().further * 1.1);
      await endPause(seconds);
    }

    const { first, further } = documentedPauses();
    expect(first).to.have.length(8);
    for (const [index, seconds] of pauses.entries())
      expect(seconds, `after failure ${index + 1}`).to.be.within(
        first[index] ?? further,
        1.1 * (first[index] ?? further),
      );
    expect(pauses.reduce((sum, seconds) => sum + seconds)).to.be.at.least(retriedSeconds - realSeconds);
    expect(receiver.attempts).to.have.length(pauses.length + 1);
    expect(new Set(receiver.attempts.map(({ id }) => id)).size).to.equal(1);
    expect(await read()).to.include({ disabled_reason: 'failing', failures: pauses.length + 1 });
    const changes = (await changesAfter(account, cursor)).map(lineOf);
    expect(changes.filter((line) => line.includes('webhook'))).to.deep.equal([
      `updated webhook ${webhook_ident}`,
    ]);
  });
});
