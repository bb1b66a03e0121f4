import type { BatchEntry, BatchResult } from '../../client/nodeClient.ts';
import { answerTooLarge } from '../../shared/wire/envelope.ts';
import type { BatchSender } from './batchSender.ts';

type Address = Readonly<Record<string, string>>;

export class CustomerAddresses {
  readonly #sender: BatchSender;

  constructor(sender: BatchSender) {
    this.#sender = sender;
  }

  /** Returns addresses by the ident of the customer; a customer that can't be read has none. */
  async read(idents: readonly string[], key: string): Promise<ReadonlyMap<string, readonly Address[]>> {
    const results = await this.results(idents, key);
    return new Map([...results].map(([ident, result]) => [ident, addressesIn(result)]));
  }

  /** Reads again those customers whose data did not fit into the answer. */
  async results(idents: readonly string[], key: string): Promise<ReadonlyMap<string, BatchResult>> {
    if (idents.length === 0) return new Map();
    const reads = idents.map(
      (customer_ident): BatchEntry => ({ method: 'customer.read', data: { customer_ident } }),
    );
    const results = await this.#sender.send(reads, key);
    const large = idents.filter((_, index) => results[index]?.error?.code === answerTooLarge);
    // Each round, some customers fit into the answer, so this ends.
    const others = large.length < idents.length ? await this.results(large, key) : new Map();
    return new Map(
      idents.map((ident, index) => [ident, others.get(ident) ?? (results[index] as BatchResult)]),
    );
  }
}

export function addressesIn(result: BatchResult | undefined): readonly Address[] {
  return (result?.data as { address_data?: readonly Address[] } | undefined)?.address_data ?? [];
}
