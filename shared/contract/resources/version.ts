import { notEmpty } from './empty.ts';
import { ident } from './field.ts';

/** Opaque text that changes with every change of the record. */
export const version = () => ident();

const conditional = notEmpty(ident(), 'is empty: send the version that was read, or omit the field');

/** Condition of an update or a delete. Empty and null are refused: a client that sends them expects a condition. */
export const ifVersion: typeof conditional = {
  ...conditional,
  clean: (value) => conditional.clean(value ?? ''),
};
