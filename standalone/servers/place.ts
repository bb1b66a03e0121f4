import type { Account } from './account.ts';
import type { Guard } from './guard.ts';

/** Where, and as whom, one server runs. */
export interface Place {
  readonly folder: string;
  readonly logFile: string;
  readonly port: number;
  readonly account: Account;
  readonly guard: Guard;
}
