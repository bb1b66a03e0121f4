import { expect } from 'chai';
import { newAccount, type TestAccount } from '../../support/account.ts';
import { cluster } from '../../support/cluster.ts';
import { cleanUp } from '../../support/dataFolders.ts';
import { Imports, summaryOf } from '../../support/imports.ts';
import { LoadBalancer } from '../../support/loadBalancer.ts';
import { storedRow, storedRows } from '../../support/stored.ts';

describe('counterfoil import --delete-missing, of which the service refuses a part (starts imports)', function () {
  this.timeout(60_000);
  let account: TestAccount;
  let service: LoadBalancer;
  let imports: Imports;
  beforeEach(async () => {
    account = await newAccount();
    service = await LoadBalancer.listen((await cluster()).url);
    imports = await Imports.of(account, service.url);
    await people('0,Weiß,Kiel', '1,Braun,Kiel', '2,Rot,Kiel');
    await imports.run('customers', 'people.csv');
    await people('2,Rot,Kiel');
  });
  afterEach(() => service.close());
  after(cleanUp);

  const people = (...rows: readonly string[]) =>
    imports.write('people.csv', `external_ident,bill_lastname,delivery_city\n${rows.join('\n')}\n`);
  const deleting = ['customers', 'people.csv', '--delete-missing', '--max-delete', '70%', '--json'];
  const names = async () =>
    (await storedRows('customers', account.id)).map(({ bill_lastname }) => bill_lastname);
  const identOf = async (bill_lastname: string) =>
    String((await storedRow('customers', account.id, { bill_lastname })).customer_ident);

  it('deletes no customer whose addresses the service does not show', async () => {
    service.tooLarge = 'customer.read';

    const ended = await imports.run(...deleting);

    expect(ended.code, ended.stdout).to.equal(1);
    expect(ended.stderr).to.match(/the service can't read the customer cus_\w+: no room/);
    expect(await names()).to.have.length(3);
  });

  it('does not create a record again that was spared, and that somebody deleted later', async () => {
    const { customer } = account.client;
    const customer_ident = await identOf('Weiß');
    service.beforePassing = async (body) => {
      if (body.includes('customer.delete')) await customer.update({ customer_ident, bill_phone: '100' });
    };
    const ended = await imports.run(...deleting);
    await customer.delete({ customer_ident, erase: 1 });

    const undone = await imports.run('undo', '2', '--json');

    expect(summaryOf(ended).missing, ended.stderr).to.include({ deleted: 1, kept: 1 });
    expect(summaryOf(undone), undone.stderr).to.include({ recreated: 1, left: 0 });
    expect(await names()).to.have.members(['Braun', 'Rot']);
  });

  it('creates a customer once again, and another undo only the address that was refused', async () => {
    await imports.run(...deleting);
    const countries = (country: string) => (entry: Record<string, unknown>) => ({
      ...entry,
      record: { ...(entry.record as object), external_ident: '' },
      addresses: [{ delivery_city: 'Bonn', delivery_country: country }],
    });
    await imports.changeRun(2, 'deleted.jsonl', countries('xx'));

    const first = await imports.run('undo', '2');
    await imports.changeRun(2, 'left.1.jsonl', countries('de'));
    const second = await imports.run('undo', '2', '--json');

    expect(first.code, first.stderr).to.equal(3);
    expect(first.stdout).to.match(/"Weiß" .*: was created again without one of its delivery addresses: /);
    expect(summaryOf(second), second.stderr).to.include({ left: 0 });
    expect(await names()).to.have.members(['Weiß', 'Braun', 'Rot']);
    const read = await account.client.customer.read({ customer_ident: await identOf('Weiß') });
    expect(read.address_data.map(({ delivery_city }) => delivery_city)).to.have.members(['Kiel', 'Bonn']);
  });
});
