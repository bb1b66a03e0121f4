import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { LoggedService } from '../../support/loggedService.ts';
import { post } from '../../support/rawRequest.ts';
import { until } from '../../support/until.ts';

const redis = 15;
const requests = 1_000;
/** Maximum lines that they may add at once, and in a minute, which is far longer than the test takes. */
const maxLines = 300 + 60 * 10;

interface Line {
  readonly event: string;
  readonly app?: string;
  readonly lines?: number;
}

describe('the log of a gateway (waits for a summary)', function () {
  this.timeout(120_000);
  let service: LoggedService;
  let account: TestAccount;
  before(async () => {
    service = await LoggedService.start(redis);
    account = await newAccount({}, service.cluster);
  });
  after(() => service?.stop());

  it('is not replaced by unsigned requests, and counts the lines that it leaves out', async () => {
    const unsigned = { headers: { 'X-Svc-Hmac': 'nobody' } };
    for (let sent = 0; sent < requests; sent += 50)
      await Promise.all(Array.from({ length: 50 }, () => post(account, unsigned, service.port)));
    const { headers } = await post(account, {}, service.port);
    await service.logs('gateway', 'request', headers['x-request-id'] ?? '');

    // Each has a line `signature_rejected` and a line `request`.
    await until(() => leftOut() + unsignedLines() === 2 * requests);
    expect(unsignedLines()).to.be.within(300, maxLines);
  });

  function lines(): readonly Line[] {
    const text = readFileSync(path.join(service.folder, 'gateway.log'), 'utf8');
    const complete = text.slice(0, text.lastIndexOf('\n')).split('\n');
    return complete.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  }

  function unsignedLines(): number {
    return lines().filter(
      ({ event, app }) => event === 'signature_rejected' || (event === 'request' && app === ''),
    ).length;
  }

  function leftOut(): number {
    return lines().reduce(
      (sum, line) => sum + (line.event === 'unsigned_not_logged' ? (line.lines ?? 0) : 0),
      0,
    );
  }
});
