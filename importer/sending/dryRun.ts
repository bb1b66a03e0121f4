import { type Body, inputReader } from '../../shared/input/reader.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import { type Outcome, refused } from '../outcome.ts';
import { type CustomerIdents, withoutCustomer } from './deliveryAddresses.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** Checks records with the service's own rules and sends nothing: what passes counts as created. */
export class DryRun implements RowImporter {
  readonly #read: ReturnType<typeof inputReader>;
  readonly #customers: CustomerIdents;

  constructor(create: AnyOperation, customers: CustomerIdents) {
    this.#read = inputReader(create);
    this.#customers = customers;
  }

  async run(inputs: readonly MappedInput[]): Promise<readonly Outcome[]> {
    return inputs.map((input) => withoutCustomer(input, this.#customers) ?? this.#check(input));
  }

  #check(input: Body): Outcome {
    const reading = this.#read(withoutPseudoFields(input));
    if (!('faults' in reading)) return { kind: 'created', ident: '' };
    const [fault] = reading.faults;
    return refused(fault?.code ?? '', fault?.message ?? '');
  }
}

/** A customer that is named by its external ident is looked up when the address is sent. */
function withoutPseudoFields({ customer_external_ident: external, ...input }: Body): Body {
  return external === undefined ? input : { customer_ident: 'cus_of_the_source', ...input };
}
