import { expect } from 'chai';
import { newAccount, type TestAccount } from '../support/account.ts';
import { administer } from '../support/administration.ts';
import type { Ended } from '../support/running.ts';
import { database } from '../support/servers.ts';

const wrong = [
  { command: ['account', 'set', 'IDENT', '--term-of-credit=-1'], problem: 'whole number from 0' },
  { command: ['account', 'set', 'IDENT', '--term-of-credit=14 days'], problem: 'whole number from 0' },
  { command: ['account', 'set', 'IDENT', '--number-start=0'], problem: 'whole number from 1' },
  { command: ['account', 'set', 'IDENT', '--number-start=1000000000000001'], problem: 'to 1000000000000000' },
  { command: ['account', 'set', 'IDENT', '--time-zone=Mars/Olympus'], problem: 'time zone such as' },
  { command: ['account', 'set', 'IDENT', '--currency=EURO'], problem: 'of ISO 4217, such as EUR' },
  { command: ['account', 'create', 'NAME', '--currency=XYZ'], problem: 'of ISO 4217, such as EUR' },
  { command: ['account', 'set', 'IDENT', '--name= '], problem: '1 to 255 characters' },
  {
    command: ['account', 'set', 'IDENT', '--requests-per-second=none'],
    problem: 'number from 1 to 2147483647',
  },
  {
    command: ['app', 'set', 'app_x', '--requests-per-second=0'],
    problem: "'--requests-per-second <number|off>'",
  },
  { command: ['app', 'set', 'app_x', '--requests-per-second=1.5'], problem: 'whole number from 1' },
  { command: ['app', 'set', 'app_x', '--requests-per-second=2147483648'], problem: 'to 2147483647' },
  { command: ['account', 'create'], problem: "missing required argument 'name'" },
  { command: ['migrate', 'sideways'], problem: 'Allowed choices are up, down, status, unlock' },
  { command: ['worker', 'invoice'], problem: 'Allowed choices are all, account, customer,' },
  { command: ['worker', 'article', '--concurrency', '0'], problem: 'whole number from 1' },
  { command: ['up', '--workers', 'invoice=2'], problem: 'must name account, customer, address,' },
  { command: ['up', '--workers', 'article'], problem: 'whole number from 1 to 8' },
  { command: ['up', '--workers', 'article=2,account=0'], problem: 'whole number from 1 to 8' },
  { command: ['call'], problem: "missing required argument 'operation'" },
  { command: ['invent'], problem: "unknown command 'invent'" },
];

describe('counterfoil refuses', () => {
  let account: TestAccount;
  let stored: unknown;
  const refusals: Ended[] = [];
  before(async function () {
    this.timeout(60_000);
    account = await newAccount();
    stored = await row();
    // One after the other, in one process: each start of its own would cost more than all of them.
    for (const { command } of wrong)
      refusals.push(await administer(...command.map((word) => word.replace('IDENT', account.accountIdent))));
  });

  for (const [index, { command, problem }] of wrong.entries())
    it(command.join(' ').slice(0, 60), () => {
      const { code, stdout, stderr } = refusals[index] as Ended;

      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr)
        .to.match(/^error: .*\n(\(see --help\)\n)?$/)
        .and.include(problem);
    });

  it('and changes nothing', async () => {
    expect(await row()).to.deep.equal(stored);
  });

  async function row(): Promise<unknown> {
    return database()('accounts').where({ account_ident: account.accountIdent }).first();
  }
});
