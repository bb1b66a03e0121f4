import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { childEnvironment } from '../support/childEnvironment.ts';
import { redisUrl, servers } from '../support/servers.ts';
import { type Recorded, Trace } from './trace.ts';

const programs = ['--import', 'tsx', '--import', './test/trace/register.js', 'test/trace/record.ts'];

/** True if the story of a create is written into ARCHITECTURE.md. */
const isPublished = process.env.PUBLISH_TRACE !== undefined;

const begin = '<!-- trace -->\n';
const end = '<!-- /trace -->';

/** Limits of each call. A change that raises one says why; a change that needs less lowers it. */
const budgets = {
  'customer.create': { gatewayStory: 20, enteredAgain: 6, story: 48, files: 75, functions: 230 },
  'article.read': { gatewayStory: 20, enteredAgain: 6, story: 47, files: 74, functions: 221 },
  'batch.run': { gatewayStory: 29, enteredAgain: 19, story: 60, files: 87, functions: 316 },
};

describe('the way of a call', function () {
  this.timeout(60_000);
  let traces: ReadonlyMap<string, Trace>;
  before(async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...programs, redisUrl(7), servers().mariadb.url],
      { env: { ...childEnvironment(), NODE_V8_COVERAGE: undefined }, maxBuffer: 67_108_864 },
    );
    const recorded = JSON.parse(stdout) as Readonly<Record<string, readonly Recorded[]>>;
    traces = new Map(Object.entries(recorded).map(([name, runs]) => [name, new Trace(runs)]));
  });

  for (const [name, budget] of Object.entries(budgets))
    it(`${name} keeps its budget of files and functions`, () => {
      const { gatewayStory, enteredAgain, story, files, functions } = traces.get(name) as Trace;
      const spent = {
        gatewayStory: gatewayStory.length,
        enteredAgain: enteredAgain.length,
        story: story.length,
        files,
        functions: functions.size,
      };

      for (const [what, limit] of Object.entries(budget))
        expect(spent[what as keyof typeof spent], `${what}: ${JSON.stringify(spent)}`).to.be.at.most(limit);
    });

  it('is in ARCHITECTURE.md; `PUBLISH_TRACE=1 npm test -- test/trace/trace.test.ts` writes it', async () => {
    const { story } = traces.get('customer.create') as Trace;
    const text = await readFile('ARCHITECTURE.md', 'utf8');
    const [before = '', block = '', after = ''] = text.split(new RegExp(`(?<=${begin})|(?=${end})`));
    if (isPublished) await writeFile('ARCHITECTURE.md', `${before}${blockOf(story)}${after}`);

    const published = isPublished
      ? story
      : [...block.matchAll(/`(\S+\.ts)`/g)].map(([, file]) => String(file));
    expect([...published].toSorted()).to.deep.equal([...story].toSorted());
  });
});

function blockOf(story: readonly string[]): string {
  return `\n${story.map((file, index) => `${index + 1}. \`${file}\``).join('\n')}\n\n`;
}
