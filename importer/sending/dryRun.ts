import { type Body, inputReader } from '../../shared/input/reader.ts';
import type { AnyOperation } from '../../shared/operations/operation.ts';
import { type Outcome, refused } from '../record/outcome.ts';
import type { CustomerIdents } from './customers.ts';
import { withoutCustomer } from './deliveryAddresses.ts';
import type { MappedInput, RowImporter } from './rowImporter.ts';

/** Checks records with the rules of the service and sends nothing. Valid records count as created. */
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

/** A real import looks up the customer by its external ident; a dry run puts in a valid ident instead. */
function withoutPseudoFields({ customer_external_ident: external, ...input }: Body): Body {
  return external === undefined ? input : { customer_ident: 'cus_of_the_source', ...input };
}
