import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { ShopStore } from './shopStore.ts';
import { type ShopRow, syncProgram } from './syncProgram.ts';

// The shop of test/docs/sync.slow.test.ts: the program of docs/sync.md, with edits by HTTP, and a kill in the middle of its work.

/** Settings that the test gives. */
export interface ShopSettings {
  readonly program: string;
  readonly file: string;
  readonly port: number;
  readonly secret: string;
  readonly service: { readonly url: string; readonly appId: string; readonly apiSecret: string };
  /** The process kills itself before the change of a row with this number. */
  readonly fatalChange?: number;
}

/** An edit in the shop; without data, a deletion. */
export type ShopEdit = readonly [id: string, data?: Partial<ShopRow['data']>];

const { program, file, port, secret, service, fatalChange } = JSON.parse(
  process.argv[2] ?? '',
) as ShopSettings;
const page = await syncProgram(program);
const store = new ShopStore(page, file);
let changes = 0;
store.beforeChange = () => {
  changes += 1;
  if (changes === fatalChange) process.kill(process.pid, 'SIGKILL');
};
const client = page.counterfoil(service);
const sync = new page.Sync(client, store);
const receive = page.receiver(sync, secret);
const server = createServer(async (request, response) => {
  if (request.url === '/rows') response.end(JSON.stringify(store.rows));
  else if (request.url === '/edits') {
    for (const [id, data] of (await json(request)) as ShopEdit[]) store.edit(id, data);
    sync.wake();
    response.end();
  } else receive(request, response);
});
await once(server.listen(port, '127.0.0.1'), 'listening');
process.stdout.write('listens\n');
sync.wake();
await page.subscribe(client, `http://127.0.0.1:${port}/`, secret);
