import { expect } from 'chai';
import { cleanUp } from '../support/dataFolders.ts';
import { until } from '../support/until.ts';
import { startUp } from '../support/up.ts';

describe('import page of up (starts `up`)', function () {
  this.timeout(60_000);
  afterEach(cleanUp);

  it('is printed with its token, and reads a file for the demo account', async () => {
    const up = await startUp();
    const [, address = '', token = ''] =
      /^ {2}import {3}(http:\/\/127\.0\.0\.1:\d+\/([\w-]{32})\/)$/m.exec(up.running.printed) ?? [];
    const post = (path: string, body: string) =>
      fetch(new URL(path, address), {
        method: 'POST',
        headers: { Origin: new URL(address).origin, 'X-Counterfoil-Page': token },
        body,
      });

    await post('api/file?name=a.csv', 'Nr;Bezeichnung;VK netto;MwSt\n1;Tee;2,50;7\n');
    await post('api/settings', '{"resource":"articles","options":[]}');
    const state = async () => (await fetch(new URL('api/state', address))).json() as Promise<State>;
    await until(async () => (await state()).isReady);

    expect((await state()).mapping?.samples[0]?.fields).to.include({
      article_title: 'Tee',
      article_price: '2.5',
    });
    expect((await fetch(new URL('/', address))).status).to.equal(404);
  });
});

interface State {
  readonly isReady: boolean;
  readonly mapping?: { readonly samples: readonly { readonly fields: Readonly<Record<string, unknown>> }[] };
}
