import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { bottlenecks } from '../../observe/diagnosis/diagnosis.ts';
import { anchorsOf } from './documents.ts';

const runbook = 'docs/runbook.md';
const rules = readFileSync('deploy/monitoring/alerts.yml', 'utf8');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

describe(runbook, () => {
  const anchors = anchorsOf(runbook);
  const page = readFileSync(runbook, 'utf8').replaceAll(/\s+/g, ' ');

  it('has an entry for each alert', () => {
    expect(alerts).to.have.length.above(10);
    expect(alerts.filter((name) => !anchors.has(name.toLowerCase()))).to.deep.equal([]);
  });

  it('is named by each alert', () => {
    const linked = [...rules.matchAll(/What to do: docs\/runbook\.md#(\w+)/g)].map(([, anchor]) => anchor);

    expect(linked).to.deep.equal(alerts.map((name) => name.toLowerCase()));
  });

  it('has an entry for each diagnosis', () => {
    const missing = bottlenecks.filter((name) => !anchors.has(`diagnosis-${name.toLowerCase()}`));

    expect(missing, `add <a id="diagnosis-NAME"></a> to the entry of the cause`).to.deep.equal([]);
  });

  it('quotes the text of each diagnosis', () => {
    const missing = diagnosisTexts().filter((text) => !page.includes(text));

    expect(diagnosisTexts()).to.have.length.above(10);
    expect(missing, 'the texts of observe/diagnosis that no entry quotes').to.deep.equal([]);
  });

  it('says in each entry what clients feel, what to check, what to do, and when it is resolved', () => {
    const entries = readFileSync(runbook, 'utf8').split(/^### /m).slice(1);
    const steps = ['- **Clients**', '- **Check:**', '- **Do:**', '- **Resolved when**'];

    for (const entry of entries)
      for (const step of steps) expect(entry, entry.split('\n')[0]).to.include(step);
  });
});

const minLength = 10;

/** The longest constant part of each text that a diagnosis may have. */
function diagnosisTexts(): readonly string[] {
  const folder = 'observe/diagnosis';
  const sources = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const written = sources.flatMap((source) =>
    [...source.matchAll(/\btext(?::| =)\s*(?:`([^`]*)`|'([^']*)')/g)].map(
      ([, template, text]) => template ?? text ?? '',
    ),
  );
  return written
    .map((text) => longest(text.split(/\$\{[^}]*\}?/)))
    .filter((part) => part.length >= minLength);
}

function longest(parts: readonly string[]): string {
  return parts.reduce((best, part) => (part.trim().length > best.length ? part.trim() : best), '');
}
