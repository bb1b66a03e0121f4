import path from 'node:path';
import { expect } from 'chai';
import { type Counterfoil, counterfoil } from '../../client/webClient.ts';
import { newWebhookSecret } from '../../shared/secrets/webhookSecrets.ts';
import { newAccount } from '../support/account.ts';
import { type ClientPackage, packClient } from '../support/clientPackage.ts';
import { type Cluster, cluster, roleEnvironment } from '../support/cluster.ts';
import { compiled } from '../support/command.ts';
import { dataFolder } from '../support/dataFolders.ts';
import { DocumentProgram } from '../support/documentPrograms.ts';
import { freePort } from '../support/ports.ts';
import { drawing } from '../support/random.ts';
import { Role } from '../support/role.ts';
import { listed, Shop, ShopEdits } from '../support/shop.ts';
import { ShopStore } from '../support/shopStore.ts';
import { inStep, type ShopData, type SyncModule, syncProgram } from '../support/syncProgram.ts';
import { until } from '../support/until.ts';

const tea: ShopData = { article_title: 'Tea', article_sku: 'T-1', article_price: 3 };
/** A cursor of another service, which has expired everywhere. */
const expiredCursor = 'MDFqZDJxNHowYzhrM3Y3bjVtOXgxcjZ0MncgNDI.AAAAAAAAAAAAAAAAAAAAAA';

describe('program of docs/sync.md (compiles it, kills its process)', () => {
  let packed: ClientPackage;
  let program: DocumentProgram;
  let page: SyncModule;
  before(async () => {
    packed = await packClient();
    program = new DocumentProgram('docs/sync.md', packed, ['standardwebhooks']);
    const { code, stdout } = await program.compile();
    expect(code, stdout).to.equal(0);
    page = await syncProgram(program.file);
  });
  after(() => {
    program.remove();
    packed.remove();
  });

  describe('between two programs', () => {
    let client: Counterfoil;
    let store: ShopStore;
    beforeEach(async () => {
      const { appId, apiSecret } = await newAccount();
      client = page.counterfoil({ url: (await cluster()).url, appId, apiSecret });
      store = new ShopStore(page);
      store.edit('s1', tea);
      await inStep(new page.Sync(client, store));
    });
    afterEach(() => client.close());

    const ident = () => store.rows[0]?.ident ?? '';
    /** An edit in Counterfoil that the next round has not read when it sends its own. */
    const interfere = (data: Partial<ShopData>) => {
      store.beforeUnsent = async () => {
        store.beforeUnsent = async () => {};
        await client.article.update({ article_ident: ident(), ...data });
      };
    };
    const expectBoth = async (data: ShopData) => {
      expect(store.rows.map((row) => row.data)).to.deep.equal([data]);
      expect(await listed(client)).to.deep.equal(new Map([[ident(), data]]));
    };

    it('keeps what both sides edited between a read and a write', async () => {
      store.edit('s1', { article_title: 'Green tea' });
      interfere({ article_price: 4 });
      await inStep(new page.Sync(client, store));

      await expectBoth({ ...tea, article_title: 'Green tea', article_price: 4 });
    });

    it('solves a conflict as its list says', async () => {
      store.edit('s1', { article_title: 'Green tea', article_price: 5 });
      interfere({ article_title: 'Black tea', article_price: 4 });
      await inStep(new page.Sync(client, store));

      await expectBoth({ ...tea, article_title: 'Green tea', article_price: 4 });
    });

    it('has the values as they are stored, and continues beside a refused record', async () => {
      store.edit('s2', { ...tea, article_title: '' });
      store.edit('s1', { article_title: '  Green tea ' });
      await inStep(new page.Sync(client, store));
      expect(store.rows[0]?.data.article_title).to.equal('Green tea');
      store.edit('s2', { article_title: 'Coffee' });
      await inStep(new page.Sync(client, store));

      expect([...(await listed(client)).values()]).to.deep.equal([
        { ...tea, article_title: 'Green tea' },
        { ...tea, article_title: 'Coffee' },
      ]);
    });

    it('stops when its cursor has expired, until a person says what that means', async () => {
      await store.keepCursor(expiredCursor);
      const error = await inStep(new page.Sync(client, store)).catch((reason: unknown) => reason);
      expect(error).to.include({ code: 'cursor_expired' });

      await client.article.delete({ article_ident: ident() });
      await inStep(new page.Sync(client, store, 'deleted'));
      expect(store.rows).to.deep.equal([]);
    });

    it('sends again what a restored database does not have', async () => {
      const coffee = { ...tea, article_title: 'Coffee' };
      await store.change('s2', () => ({
        id: 's2',
        data: coffee,
        ident: 'art_lost',
        version: '1',
        base: coffee,
      }));
      await client.article.update({ article_ident: ident(), article_title: 'Tea of the backup' });
      const { article_ident } = await client.article.create({ article_title: 'Only in the backup' });
      await store.keepCursor(expiredCursor);
      await inStep(new page.Sync(client, store, 'lost'));

      const inCounterfoil = [...(await listed(client)).values()];
      expect(inCounterfoil.slice(0, 1)).to.deep.equal([tea]);
      expect(inCounterfoil.slice(2)).to.deep.equal([coffee]);
      expect(store.rows.map(({ id }) => id)).to.deep.equal(['s1', 's2', article_ident]);
    });
  });

  describe('in a shop that is killed', () => {
    let roles: readonly Role[];
    let office: Counterfoil;
    let shop: Shop;
    before(async () => {
      await compiled();
      const port = await freePort();
      const env = { ...roleEnvironment(7, port), LOG_LEVEL: 'silent' };
      roles = await Promise.all(['gateway', 'worker all'].map((role) => Role.start(role, { env })));
      const url = `http://127.0.0.1:${port}`;
      const on: Cluster = { gateways: [], workers: [], url, stop: async () => {} };
      const { appId, apiSecret } = await newAccount({ is_sandbox: 1 }, on);
      office = counterfoil({ url, appId, apiSecret });
      shop = new Shop({
        program: program.file,
        file: path.join(await dataFolder(), 'shop.jsonl'),
        port: await freePort(),
        secret: newWebhookSecret(),
        service: { url, appId, apiSecret },
      });
    });
    after(async () => {
      await shop.stop();
      await office.close();
      await Promise.all(roles.map((role) => role.stop()));
    });

    it('has no difference after edits on both sides, kills and restarts', async () => {
      const draw = drawing(20_261_128);
      const edits = new ShopEdits(draw, office, shop);
      await edits.inOffice(40);
      // The first round reads 40 records. The second notes 200, creates them, and stores their idents.
      await shop.start(40 + 200 + 50);
      await edits.createInShop(200);
      await shop.killed();
      await edits.inOffice(60);
      // The pull is ended in its middle: it has many changes to read.
      await shop.start(5);
      await shop.killed();

      await edits.inOffice(20);
      await shop.start();
      const [gateway, worker] = roles;
      const restarts = async () => {
        worker?.signal('SIGKILL');
        await gateway?.restart();
      };
      await Promise.all([edits.inOffice(150), edits.inShop(150), restarts()]);

      await until(async () => (await shop.differences(office)).length === 0);
      expect(await edits.lost()).to.deep.equal([]);
      expect(await edits.doubled()).to.deep.equal([]);
    }).timeout(180_000);
  });
});
