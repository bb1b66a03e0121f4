import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startTracedService } from '../../../support/tracedService.ts';

/** A port that nobody listens on; nothing is sent, since no request is made. */
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };

/** Text that only OpenTelemetry's packages have. */
const mark = 'OTEL_BSP_MAX_QUEUE_SIZE';

describe('the packages of OpenTelemetry (starts roles)', function () {
  this.timeout(60_000);

  /** The files that each process of a service has loaded, as V8 reports it at the end (NODE_V8_COVERAGE). */
  async function filesLoadedBy(settings: Readonly<Record<string, string>>): Promise<readonly string[][]> {
    const folder = await mkdtemp(path.join(tmpdir(), 'counterfoil-loaded-'));
    const service = await startTracedService(3, { ...settings, NODE_V8_COVERAGE: folder });
    await service.account.client.article.create({ article_title: 'Tea' });
    await service.stop();
    const reports = (await readdir(folder)).map((file) => readFile(path.join(folder, file), 'utf8'));
    const loaded = (await Promise.all(reports)).map((report) => urlsIn(report));
    await rm(folder, { recursive: true });
    return loaded;
  }

  const markedIn = async (urls: readonly string[]) => {
    const files = urls.filter((url) => url.startsWith('file:'));
    const texts = await Promise.all(files.map((url) => readFile(new URL(url), 'utf8')));
    return files.filter((_, index) => texts[index]?.includes(mark));
  };

  it('are loaded by gateway and worker if traces are exported', async () => {
    const processes = await filesLoadedBy(endpoint);

    expect(processes).to.have.length(2);
    for (const urls of processes) expect(await markedIn(urls)).to.have.length(1);
  });

  for (const [when, settings] of [
    ['without an endpoint', {}],
    ['if OTEL_SDK_DISABLED says so', { ...endpoint, OTEL_SDK_DISABLED: 'true' }],
  ] as const)
    it(`are not loaded ${when}`, async () => {
      const processes = await filesLoadedBy(settings);

      expect(processes).to.have.length(2);
      for (const urls of processes) {
        expect(urls.length).to.be.above(5);
        expect(await markedIn(urls)).to.deep.equal([]);
      }
    });
});

function urlsIn(report: string): string[] {
  const { result } = JSON.parse(report) as { readonly result: readonly { readonly url: string }[] };
  return result.map(({ url }) => url);
}
