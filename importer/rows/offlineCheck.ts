import type { Body } from '../../shared/contract/input/reader.ts';
import type { AnyOperation } from '../../shared/contract/operations/operation.ts';
import { type Input } from '../mapping/mapping.ts';
import { type Reader, readerOf } from '../planning/reading.ts';
import type { Outcome } from '../record/outcome.ts';
import { checkedOutcome } from './checkedOutcome.ts';
import type { CustomerIdents } from './customers.ts';
import { withoutCustomer } from './deliveryAddresses.ts';
import type { RowImporter } from './rowImporter.ts';

/** Checks records with the rules of the service, without asking it. Valid records count as created. */
export class OfflineCheck implements RowImporter {
  readonly #read: Reader;
  readonly #customers: CustomerIdents;

  constructor(create: AnyOperation, customers: CustomerIdents) {
    this.#read = readerOf(create);
    this.#customers = customers;
  }

  async run(inputs: readonly Readonly<Input>[]): Promise<readonly Outcome[]> {
    return inputs.map(
      (input) =>
        withoutCustomer(input, this.#customers) ?? checkedOutcome(this.#read, withoutPseudoFields(input)),
    );
  }
}

/** Puts in a valid ident: only a real import looks up the customer by its external ident. */
function withoutPseudoFields({ customer_external_ident: external, ...input }: Body): Body {
  return external === undefined ? input : { customer_ident: 'cus_of_the_source', ...input };
}
