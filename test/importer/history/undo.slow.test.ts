import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { cluster } from '../../support/cluster.ts';
import { expectError } from '../../support/command.ts';
import { articlesCsv, Imports, summaryOf } from '../../support/imports.ts';
import { LoadBalancer } from '../../support/loadBalancer.ts';
import { until } from '../../support/until.ts';
import { withImports } from '../../support/withImports.ts';

const head = 'external_ident,article_title,article_price,article_tax_rate\n';
const update = ['--on-existing', 'update', '--json'];

describe('counterfoil import history and undo (starts imports)', function () {
  this.timeout(60_000);
  const imports = withImports();
  const articles = (...rows: string[]) => imports.write('list.csv', `${head}${rows.join('\n')}\n`);
  const prices = async () =>
    Object.fromEntries(
      (await imports.storedRows('articles')).map(({ article_title, article_price }) => [
        article_title,
        article_price,
      ]),
    );

  const priceOf = async (external_ident: string, article_price: number) => {
    const { article_ident } = await imports.storedRow('articles', { external_ident });
    await imports.account.client.article.update({ article_ident: String(article_ident), article_price });
  };

  it('lists each import with its time, file, app and counts', async () => {
    await articles('a,Tee,2,7', 'b,,2,7');
    await imports.run('articles', 'list.csv');

    const { stdout } = await imports.run('history');
    const listed = JSON.parse((await imports.run('history', '--json')).stdout);

    expect(stdout).to.match(
      /^ {3}1 {2}\d+ \w+ \d{4}, \d\d:\d\d \S+ {2}finished {2}articles from \S+list\.csv\n/,
    );
    expect(stdout).to.contain(`by ${imports.account.appId} at http`);
    expect(stdout).to.match(/: 2 rows, 1 created, 1 refused\n$/);
    expect(listed).to.have.length(1);
    expect(listed[0]).to.include({ number: 1, state: 'finished', resource: 'articles' });
  });

  it('removes what the import created and restores what it changed, as nobody else changed it', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7', 'c,Saft,4,7');
    await imports.run('articles', 'list.csv');
    const before = await prices();
    await articles('a,Tee,2.5,7', 'b,Kaffee,3.5,7', 'c,Saft,4,7', 'd,Kakao,5,7');
    const second = await imports.run('articles', 'list.csv', ...update);

    const undone = await imports.run('undo', '2', '--json');
    const again = await imports.run('undo', '2');

    expect(summaryOf(second), second.stderr).to.include({ updated: 2, created: 1, unchanged: 1, run: 2 });
    expect(undone.code, undone.stderr).to.equal(0);
    expect(summaryOf(undone)).to.include({ removed: 1, restored: 2, left: 0, gone: 0 });
    expect(await prices()).to.deep.equal(before);
    expect((await imports.run('history')).stdout).to.match(/ 2 {2}.* {2}undone {2}/);
    expectError(again, /^run 2 is undone already$/);
  });

  it('leaves and lists the records that were changed since, by their titles', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7', 'c,Saft,4,7');
    await imports.run('articles', 'list.csv');
    const identOf = async (external_ident: string) =>
      (await imports.storedRow('articles', { external_ident })).article_ident as string;
    const { article } = imports.account.client;
    await article.update({ article_ident: await identOf('a'), article_subtitle: 'grün' });
    await article.delete({ article_ident: await identOf('b') });

    const undone = await imports.run('undo', '1');

    expect(undone.code, undone.stderr).to.equal(3);
    expect(undone.stdout).to.match(/1 created by the run, and deleted now/);
    expect(undone.stdout).to.match(/^Run 1 .* is undone in part\n[^]*1 deleted since/);
    expect(undone.stdout).to.match(
      /1 left as they are, see \S+undo\.left\.csv\n +"Tee" \(\w+\): was changed since, last on \d+ \w+ \d{4}, \d\d:\d\d \S+\n/,
    );
    expect(await prices()).to.deep.equal({ Tee: '2.0000' });
  });

  it('shows the values before and by the run, and those of now, of what was changed since', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7');
    await imports.run('articles', 'list.csv');
    await articles('a,Tee,2.5,7', 'b,Kaffee,3.5,7', 'c,Kakao,4,7');
    await imports.run('articles', 'list.csv', ...update);
    await priceOf('a', 2.75);
    await priceOf('c', 4.25);

    const undone = await imports.run('undo', '2');
    const [run] = JSON.parse((await imports.run('history', '--json')).stdout).slice(1);
    const csv = await readFile(/see (\S+)/.exec(undone.stdout)?.[1] ?? '', 'utf8');

    expect(undone.stdout).to.match(/"Tee" .*; article_price: before 2, run 2\.5, now 2\.75\n/);
    expect(undone.stdout).to.match(/"Kakao" .*; article_price: run 4, now 4\.25\n/);
    expect(undone.stdout).to.match(/To try again what is left: `counterfoil import undo 2`\n$/);
    expect(run).to.include({ state: 'undone', left: 2 });
    expect(csv).to.match(/^\uFEFFtitle,number,ident,reason,changed,field,before,run,now\r\n/);
    expect(csv).to.match(/\r\nTee,.*,was changed since,\S+Z,article_price,2,2\.5,2\.75\r\n/);
  });

  it('tries again what the undo before left', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7');
    await imports.run('articles', 'list.csv');
    await articles('a,Tee,2.5,7', 'b,Kaffee,3.5,7');
    await imports.run('articles', 'list.csv', ...update);
    await articles('a,Tee,2.75,7');
    await imports.run('articles', 'list.csv', ...update);

    const first = await imports.run('undo', '2');
    const later = await imports.run('undo', '3', '--json');
    const again = await imports.run('undo', '2', '--json');
    const over = await imports.run('undo', '2');

    expect(first.stdout).to.match(/"Tee" \(\w+\): was changed since by run 3, last on /);
    expect(first.stdout).to.match(
      / Changed by run 3 \(1 of them\): undo the later runs first\. To try again /,
    );
    expect(summaryOf(later), later.stderr).to.include({ restored: 1, left: 0 });
    expect(summaryOf(again), again.stderr).to.include({ restored: 1, left: 0, gone: 0 });
    expect(await prices()).to.deep.equal({ Tee: '2.0000', Kaffee: '3.0000' });
    expectError(over, /^run 2 is undone already$/);
  });

  it('undoes runs one after the other, also after a run was repeated', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7');
    await imports.run('articles', 'list.csv');
    await articles('a,Tee,2.5,7', 'b,Kaffee,3.5,7', 'c,Saft,4,7');
    await imports.run('articles', 'list.csv', ...update);
    const undone = [await imports.run('undo', '2', '--json')];
    await imports.run('articles', 'list.csv', ...update);
    for (const run of ['3', '1']) undone.push(await imports.run('undo', run, '--json'));

    expect(undone.map((one) => summaryOf(one).left)).to.deep.equal([0, 0, 0]);
    expect(await prices()).to.deep.equal({});
  });

  it('leaves a record that was changed between two undos', async () => {
    await articles('a,Tee,2,7', 'b,Kaffee,3,7');
    await imports.run('articles', 'list.csv');
    await articles('a,Tee,2.5,7', 'b,Kaffee,3.5,7');
    await imports.run('articles', 'list.csv', ...update);
    await imports.run('undo', '2');
    await priceOf('a', 2);

    const undone = await imports.run('undo', '1', '--json');

    expect(summaryOf(undone), undone.stderr).to.include({ removed: 1, left: 1 });
    expect(await prices()).to.deep.equal({ Tee: '2.0000' });
  });

  it('restores delivery addresses, and removes added ones', async () => {
    const csv = (one: string, other: string) =>
      `external_ident,bill_lastname,delivery_street,delivery_city\n1,Weiß,Weg 1,${one}\n2,Braun,${other}\n3,Rot,Weg 3,Ulm\n`;
    await imports.write('list.csv', csv('Kiel', ','));
    await imports.run('customers', 'list.csv');
    await imports.write('list.csv', csv('Bonn', 'Gasse 2,Hof'));
    const updated = await imports.run('customers', 'list.csv', ...update);
    expect(summaryOf(updated), updated.stderr).to.include({ updated: 2, unchanged: 1 });

    const undone = await imports.run('undo', '2', '--json');
    const places = async () =>
      (await imports.storedRows('addresses')).map(({ delivery_city }) => delivery_city);

    expect(summaryOf(undone), undone.stderr).to.include({ restored: 2, left: 0 });
    expect(await places()).to.have.members(['Kiel', 'Ulm']);
  });

  const contact = (phone: number, city: string) =>
    imports.write(
      'list.csv',
      `external_ident,bill_lastname,bill_phone,delivery_street,delivery_city\n1,Weiß,${phone},Weg 1,${city}\n`,
    );
  const contacts = async () => {
    const [customer] = await imports.storedRows('customers');
    const [address] = await imports.storedRows('addresses');
    return [customer?.bill_phone, address?.delivery_city];
  };

  it('undoes changes of delivery addresses one after the other', async () => {
    await contact(100, 'Kiel');
    await imports.run('customers', 'list.csv');
    await contact(200, 'Bonn');
    await imports.run('customers', 'list.csv', ...update);
    await contact(300, 'Ulm');
    await imports.run('customers', 'list.csv', ...update);

    const undone = [await imports.run('undo', '3', '--json'), await imports.run('undo', '2', '--json')];
    const restored = await contacts();
    undone.push(await imports.run('undo', '1', '--json'));

    expect(restored).to.deep.equal(['100', 'Kiel']);
    for (const one of undone) expect(summaryOf(one), one.stderr).to.include({ left: 0, gone: 0 });
    expect(await contacts()).to.deep.equal([undefined, undefined]);
  });

  it('tries again to restore a delivery address that was refused', async () => {
    await contact(100, 'Kiel');
    await imports.run('customers', 'list.csv');
    await contact(200, 'Bonn');
    await imports.run('customers', 'list.csv', ...update);
    const inCountry = (delivery_country: string) => (entry: Record<string, unknown>) => {
      const address = entry.address as { readonly from: object };
      return { ...entry, address: { ...address, from: { ...address.from, delivery_country } } };
    };
    await imports.changeRun(2, 'records.jsonl', inCountry('xx'));

    const first = await imports.run('undo', '2');
    await imports.changeRun(2, 'left.1.jsonl', inCountry('de'));
    const again = await imports.run('undo', '2', '--json');

    expect(first.stdout, first.stderr).to.match(/"Weiß" .*: its delivery address stays: /);
    expect(summaryOf(again), again.stdout).to.include({ restored: 1, left: 0 });
    expect(await contacts()).to.deep.equal(['100', 'Kiel']);
  });

  it('removes created customers with their addresses, and created addresses', async () => {
    await imports.write('people.csv', 'external_ident,bill_lastname,delivery_city\n1,Weiß,Kiel\n2,Braun,\n');
    await imports.run('customers', 'people.csv', '--idents', 'idents.csv');
    await imports.write('places.csv', 'customer_external_ident,delivery_city\n2,Bonn\n');
    await imports.run('addresses', 'places.csv', '--customers', 'idents.csv');

    const places = await imports.run('undo', '2', '--json');
    const people = await imports.run('undo', '1', '--json');

    expect(summaryOf(places), places.stderr).to.include({ removed: 1, left: 0 });
    expect(summaryOf(people), people.stderr).to.include({ removed: 2, left: 0 });
    expect(await imports.storedRows('addresses')).to.be.empty;
    expect(await imports.storedRows('customers')).to.be.empty;
  });

  it('does not take an address for deleted that the service does not show', async () => {
    const service = await LoadBalancer.listen((await cluster()).url);
    const own = await Imports.of(imports.account, service.url);
    const { customer_ident } = await imports.account.client.customer.create({});
    await own.write('places.csv', `customer_ident,delivery_city\n${customer_ident},Kiel\n`);
    await own.run('addresses', 'places.csv');
    service.tooLarge = 'address.read';

    const failed = await own.run('undo', '1');
    service.tooLarge = '';
    const undone = await own.run('undo', '1', '--json');
    await service.close();

    expectError(failed, /the service can't read the delivery address adr_\w+: no room/);
    expect(summaryOf(undone), undone.stderr).to.include({ removed: 1, gone: 0, left: 0 });
  });

  it('undoes the creation of customers after an update of their addresses', async () => {
    const csv = (one: string, other: string) =>
      `external_ident,bill_lastname,delivery_street,delivery_city\n1,Weiß,Weg 1,${one}\n2,Braun,${other}\n`;
    await imports.write('list.csv', csv('Kiel', ','));
    await imports.run('customers', 'list.csv');
    await imports.write('list.csv', csv('Bonn', 'Gasse 2,Hof'));
    await imports.run('customers', 'list.csv', ...update);

    const later = await imports.run('undo', '2', '--json');
    const first = await imports.run('undo', '1', '--json');

    expect(summaryOf(later), later.stderr).to.include({ restored: 2, left: 0 });
    expect(summaryOf(first), first.stdout).to.include({ removed: 2, left: 0 });
  });

  it('refuses an import that is running, also one from standard input', async () => {
    const running = await imports.startPipe(articlesCsv(4_000), 'articles', '-');
    await until(async () => (await imports.storedRows('articles')).length > 0);
    // Frozen, since it could end before the undo looks. Such a process can't say its id.
    running.child.kill('SIGSTOP');

    const refused = await imports.run('undo', '1');
    running.child.kill('SIGCONT');
    const { code, stderr } = await running.ended;
    const undone = await imports.run('undo', '1', '--json');

    expectError(refused, /^run 1 is being imported or undone by another process: wait until it ends/);
    expect(code, stderr).to.equal(0);
    expect(summaryOf(undone), undone.stderr).to.include({ removed: 4_000, left: 0 });
  });

  it('refuses a run that is unknown, or of another account', async () => {
    expectError(
      await imports.run('undo', '7'),
      /^there is no run 7 in \S+: `counterfoil import history` lists/,
    );
  });
});
