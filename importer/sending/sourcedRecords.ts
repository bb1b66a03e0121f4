import type { BatchEntry, BatchResult } from '../../client/index.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { BatchSender } from './batchSender.ts';
import { partsOf } from './parts.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** What to do with a row whose record exists already. */
export type OnExisting = 'skip' | 'update' | 'fail';

type Sourced = 'customer' | 'article';

/**
 * Imports records that have an `external_ident`. It is unique within a source, so the service itself reports which records
 * exist already (docs/api.md#codes).
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

  /** Updates the records that existed, and replaces their outcomes. */
  async #update(inputs: readonly MappedInput[], outcomes: Outcome[], key: string): Promise<void> {
    const existing = [...outcomes.entries()].flatMap(([index, outcome]) =>
      outcome.kind === 'existed' ? [{ index, ident: outcome.ident }] : [],
    );
    if (existing.length === 0) return;
    const updates = existing.map(({ index, ident }) => ({ ...inputs[index], [this.#identField]: ident }));
    const results = await this.#send('update', updates, key);
    for (const [position, { index }] of existing.entries())
      outcomes[index] = this.#outcomeOf(results[position] as BatchResult, 'updated');
  }

  async #send(
    verb: 'create' | 'update',
    inputs: readonly MappedInput[],
    key: string,
  ): Promise<readonly BatchResult[]> {
    const method = `${this.#resource}.${verb}`;
    const operations = inputs.map((data) => ({ method, data }) as unknown as BatchEntry);
    const results: BatchResult[] = [];
    for (const [index, part] of partsOf(operations).entries())
      results.push(...(await this.#sender.send(part, `${key}.${index}`)));
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
