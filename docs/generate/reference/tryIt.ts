import { publicOperations } from '../../../shared/contract/operations/allOperations.ts';
import { batchRun } from '../../../shared/contract/operations/batch.run.ts';
import { anchorOf } from '../markdown.ts';
import { batchExample } from '../texts/batchText.ts';
import { escaped } from './links.ts';

/** A request to begin with. */
interface Tried {
  readonly name: string;
  readonly isWrite: boolean;
  readonly example: unknown;
}

/** Puts a place for its form below the summary of each operation. */
export function withTryIt(body: string): string {
  const operations = Object.values(publicOperations).map(({ name, kind, example }) => ({
    name,
    isWrite: kind === 'writes',
    example,
  }));
  const batch = { name: batchRun.name, isWrite: true, example: batchExample.request };
  const withOperations = operations.reduce(
    (page, tried) => withForm(page, anchorOf(tried.name), tried),
    body,
  );
  return withForm(withOperations, 'batch', batch);
}

function withForm(page: string, id: string, { name, isWrite, example }: Tried): string {
  const [heading = '', summary = ''] =
    new RegExp(`<h[23] id="${id}">.*?</h[23]>\\s*(<p>[^]*?</p>)`).exec(page) ?? [];
  if (heading === '') throw new Error(`docs/api.md has no section #${id} with a summary`);
  const json = escaped(JSON.stringify(example, null, 2));
  const form = `\n<details class="try" data-operation="${name}" data-write="${isWrite}" data-example="${json}"><summary>Try ${name}</summary></details>`;
  return page.replace(heading, () => heading.replace(summary, () => `${addressOf(name)}\n${summary}${form}`));
}

function addressOf(name: string): string {
  return `<p class="address"><code>POST /api/v1/${name}</code></p>`;
}
