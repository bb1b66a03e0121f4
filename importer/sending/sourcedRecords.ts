import type { BatchEntry, BatchResult } from '../../client/index.ts';
import { type Outcome, refused } from '../outcome.ts';
import type { BatchSender } from './batchSender.ts';
import { partsOf } from './parts.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** What to do with a row whose record is there already. */
export type OnExisting = 'skip' | 'update' | 'fail';

type Sourced = 'customer' | 'article';

/**
 * Imports records that know where they came from: `external_ident` is unique in a source, so the service itself tells
 * which of them are there already (contract.md).
 */
export class SourcedRecords implements RowImporter {
  readonly #resource: Sourced;
  readonly #sender: BatchSender;
  readonly #onExisting: OnExisting;

  constructor(resource: Sourced, sender: BatchSender, onExisting: OnExisting) {
    this.#resource = resource;
    this.#sender = sender;
    this.#onExisting = onExisting;
  }

  async run(inputs: readonly MappedInput[], key: string): Promise<readonly Outcome[]> {
    const results = await this.#send('create', inputs, `${key}.create`);
    const outcomes = results.map((result) => this.#outcomeOf(result, 'created'));
    if (this.#onExisting === 'update') await this.#update(inputs, outcomes, `${key}.update`);
    return outcomes;
  }

  /** Updates what existed; the outcomes are put right. */
  async #update(inputs: readonly MappedInput[], outcomes: Outcome[], key: string): Promise<void> {
    const existing = [...outcomes.entries()].flatMap(([at, outcome]) =>
      outcome.kind === 'existed' ? [{ at, ident: outcome.ident }] : [],
    );
    if (existing.length === 0) return;
    const updates = existing.map(({ at, ident }) => ({ ...inputs[at], [this.#identField]: ident }));
    const results = await this.#send('update', updates, key);
    for (const [place, { at }] of existing.entries())
      outcomes[at] = this.#outcomeOf(results[place] as BatchResult, 'updated');
  }

  async #send(
    verb: 'create' | 'update',
    inputs: readonly MappedInput[],
    key: string,
  ): Promise<readonly BatchResult[]> {
    const method = `${this.#resource}.${verb}`;
    const operations = inputs.map((data) => ({ method, data }) as unknown as BatchEntry);
    const results: BatchResult[] = [];
    for (const [at, part] of partsOf(operations).entries())
      results.push(...(await this.#sender.send(part, `${key}.${at}`)));
    return results;
  }

  #outcomeOf({ data, error }: BatchResult, kind: 'created' | 'updated'): Outcome {
    if (!error) return { kind, ident: this.#identIn(data) };
    const isThere = error.code === 'external_ident_exists' && this.#onExisting !== 'fail';
    if (isThere) return { kind: 'existed', ident: this.#identIn((error as { data?: unknown }).data) };
    return refused(error.code, error.message);
  }

  get #identField(): string {
    return `${this.#resource}_ident`;
  }

  #identIn(data: unknown): string {
    return (data as Record<string, string> | null)?.[this.#identField] ?? '';
  }
}
