import { OperatorError } from '../shared/process/explain.ts';

/** A file, or a mapping, that can't be used as a whole: a fault of one row is a value instead. */
export class ImportError extends OperatorError {
  /** Every fault on its own; the message has them in one line. */
  readonly faults: readonly string[];

  constructor(message: string, faults: readonly string[] = [message]) {
    super(message);
    this.faults = faults;
  }
}

/** One error for all faults of a thing, each of which is told. */
export function faultsOf(thing: string, faults: readonly string[]): ImportError {
  const [only] = faults;
  const count = faults.length === 1 ? only : `${faults.length} faults: ${faults.join('; ')}`;
  return new ImportError(`${thing}: ${count}`, faults);
}
