import type { PublicOperationName } from '../../../shared/contract/operations/allOperations.ts';
import { accountTexts } from './accountTexts.ts';
import { addressTexts } from './addressTexts.ts';
import { articleTexts } from './articleTexts.ts';
import { changesTexts } from './changesTexts.ts';
import { customerTexts } from './customerTexts.ts';
import type { OperationText } from './operationText.ts';

/** The texts of every operation of the interface: one without them does not compile. */
export const operationTexts: { readonly [Name in PublicOperationName]: OperationText<Name> } = {
  ...customerTexts,
  ...addressTexts,
  ...articleTexts,
  ...changesTexts,
  ...accountTexts,
};
