import { unavailableReasons } from '../calls/unavailable.ts';

export const refusalReasons = {
  ...unavailableReasons,
  app_rate: 'the rate limit of the app',
  account_rate: 'the rate limit of the account',
} as const;

export type RefusalReason = keyof typeof refusalReasons;
