import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { drawing } from '../../test/support/random.ts';
import type { FaultClient } from '../faults/faultClient.ts';
import type { LedgerEntry } from '../faults/ledger.ts';
import { linearize } from './linearizable.ts';
import { fields, type Resource, recordCallsIn, recordIn, recordModel } from './recordModel.ts';

type Draw = ReturnType<typeof drawing>;
type Body = LedgerEntry['body'];
/** Ident of a record, or of the record of an earlier entry of a batch. */
type Ident = string | { readonly entry: number };

/** Maximum milliseconds between two calls. */
const maxPauseMs = 12;

/** Changes of one version that are sent at the same time: through two gateways, they reach different workers. */
const changesAtOnce = 4;

/** Sources of records that all rivals use: each has one record after the other. */
const shared = 2;

/**
 * Several clients that read, put, change, and delete the same records at the same time, with and without conditions, alone and in
 * atomic batches.
 */
export class Rivals {
  readonly #resource: Resource;
  readonly #ident: string;
  readonly #client: FaultClient;
  readonly #draw: Draw;
  readonly #clients: number;
  readonly #sources = Array.from({ length: shared }, () => `Rivals ${randomUUID()}`);
  /** The record of each source that was answered last. */
  readonly #records: string[] = [];
  #count = 0;
  #turn = Promise.resolve();
  /** Answers that nothing could explain. */
  readonly wrong: string[] = [];

  constructor(resource: Resource, client: FaultClient, draw: Draw, clients: number) {
    this.#resource = resource;
    this.#ident = `${resource}_ident`;
    this.#client = client;
    this.#draw = draw;
    this.#clients = clients;
  }

  /** Sends calls until `isEnough`. */
  async live(isEnough: () => boolean): Promise<void> {
    for (const index of this.#sources.keys())
      while (this.#records[index] === undefined && !isEnough()) await this.#put(index);
    if (this.#records.length < shared) return;
    await Promise.all(Array.from({ length: this.#clients }, () => this.#rival(isEnough)));
  }

  /** Looks for an order of all calls on the records that explains their answers; a line if there is none. */
  violations(): readonly string[] {
    const finding = linearize(recordCallsIn(this.#client.ledger.entries, this.#sources), recordModel);
    return finding.kind === 'linearizable' ? [] : [JSON.stringify(finding)];
  }

  async #rival(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      await this.#act();
      await delay(this.#draw.below(maxPauseMs));
    }
  }

  async #act(): Promise<void> {
    const index = this.#draw.below(shared);
    const ident = this.#records[index] as string;
    const lot = this.#draw.below(100);
    if (lot < 35) await this.#call('read', { [this.#ident]: ident });
    else if (lot < 40) await this.#call('exists', { [this.#ident]: ident });
    else if (lot < 55) await this.#call('update', this.#change(ident));
    else if (lot < 70) await this.#compareAndSet(ident);
    else if (lot < 80) await this.#put(index);
    else if (lot < 90) await this.#changeTogether();
    else if (lot < 95) await this.#inTurn(() => this.#claimValue());
    else await this.#inTurn(() => this.#replace(index, ident));
  }

  #call(verb: string, body: Body): Promise<LedgerEntry> {
    return this.#client.call(`${this.#resource}.${verb}`, body);
  }

  #change(ident: Ident): Body {
    return { [this.#ident]: ident, [fields[this.#resource].text]: this.#tag() };
  }

  #tag(): string {
    this.#count += 1;
    return `R${this.#count}`;
  }

  #putOf(index: number): Body {
    const external_ident = this.#sources[index] as string;
    const { name, text } = fields[this.#resource];
    return { external_ident, [name]: external_ident, [text]: this.#tag() };
  }

  async #put(index: number): Promise<void> {
    this.#note(index, await this.#call('put', this.#putOf(index)));
  }

  #note(index: number, entry: LedgerEntry): void {
    const ident = recordIn(entry)[this.#ident];
    if (entry.outcome === 'done' && typeof ident === 'string') this.#records[index] = ident;
  }

  /** All entries of a batch are done, or none is: a batch is refused if a record that it names was deleted. */
  async #changeTogether(): Promise<void> {
    const first = this.#draw.below(shared);
    const one = this.#records[first] as string;
    const other = this.#records[(first + 1) % shared] as string;
    const put = ['put', this.#putOf(first)] as const;
    const update = (ident: Ident) => ['update', this.#change(ident)] as const;
    const batches = [
      [update(one), update(other)],
      [put, update(other)],
      [put, update({ entry: 0 })],
      [put, update(other), update({ entry: 0 })],
    ];
    const calls = batches[this.#draw.below(batches.length)] ?? [];
    const entries = await this.#client.atomicBatch(
      calls.map(([verb, body]) => ({ method: `${this.#resource}.${verb}`, body })),
    );
    if (calls[0] === put && entries[0]) this.#note(first, entries[0]);
  }

  /** Sends several changes of the same version at once: at most one of them may succeed. */
  async #compareAndSet(ident: string): Promise<void> {
    const { version } = recordIn(await this.#call('read', { [this.#ident]: ident }));
    if (version === undefined) return;
    const changes = Array.from({ length: changesAtOnce }, () => this.#change(ident));
    await Promise.all(changes.map((change) => this.#call('update', { ...change, if_version: version })));
  }

  /** Another claim or a delete meanwhile would free the value again. */
  #inTurn(act: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(act);
    return this.#turn;
  }

  /** All records want the same value at once: at most one of them gets it. */
  async #claimValue(): Promise<void> {
    const { unique } = fields[this.#resource];
    const value = this.#tag();
    const claims = await Promise.all(
      this.#records.map((ident) =>
        this.#call('update', { [this.#ident]: ident, [unique]: value, validate: unique }),
      ),
    );
    const winners = claims.filter(({ outcome }) => outcome === 'done');
    if (winners.length > 1) this.wrong.push(`${winners.length} records got the ${unique} ${value}`);
  }

  async #replace(index: number, ident: string): Promise<void> {
    await this.#call('delete', { [this.#ident]: ident });
    await this.#put(index);
  }
}
