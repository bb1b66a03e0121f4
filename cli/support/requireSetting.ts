import { OperatorError } from '../../shared/runtime/process/explain.ts';

/** Throws an OperatorError if a command that changes settings was given none. */
export function requireSetting(settings: object): void {
  if (Object.keys(settings).length === 0)
    throw new OperatorError('no setting was given: --help lists the settings');
}
