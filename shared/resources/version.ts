import { notEmpty } from './empty.ts';
import { ident } from './field.ts';

/** The version of a record, in answers: an opaque text that changes with every change of the record. */
export const version = () => ident();

const conditional = notEmpty(ident(), 'is empty: send the version that was read, or omit the field');

/**
 * The version that a record must have for an update or a delete to be done. Empty and null are refused: a client that sends
 * them expects a condition.
 */
export const ifVersion: typeof conditional = {
  ...conditional,
  clean: (value) => conditional.clean(value ?? ''),
};
