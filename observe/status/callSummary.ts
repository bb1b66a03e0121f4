import { sum } from '../../shared/contract/values/arithmetic.ts';
import { groupBy } from '../../shared/contract/values/groupBy.ts';
import { type AccountUse, type OperationStatus, weightOf } from '../../shared/wire/status/processStatus.ts';
import type { SeenStatus } from './readStatuses.ts';

/** Operations of the last five minutes, those with most calls first. p50 and p99 are merged like those of queues. */
export function summarizeOperations(statuses: readonly SeenStatus[]): readonly OperationStatus[] {
  const all = presentGateways(statuses).flatMap(({ operations }) => operations);
  const methods = [...new Set(all.map(({ method }) => method))];
  const merged = methods.map((method): OperationStatus => {
    const each = all.filter((operation) => operation.method === method);
    const calls = sum(each.map((operation) => operation.calls));
    const p50Ms = sum(each.map((operation) => operation.p50Ms * operation.calls)) / calls;
    return { method, calls, p50Ms, p99Ms: Math.max(...each.map((operation) => operation.p99Ms)) };
  });
  return merged.toSorted((one, other) => other.calls - one.calls);
}

export interface BusyAccount extends AccountUse {
  /** Undefined if no database was asked. */
  readonly name?: string | undefined;
  /** Part of what all accounts use, by `weightOf`. */
  readonly share: number;
}

const maxAccounts = 5;

/** Accounts that use most in the last ten seconds. */
export function summarizeAccounts(statuses: readonly SeenStatus[]): readonly BusyAccount[] {
  const shares = presentGateways(statuses).map(({ accounts }) => accounts);
  const total = sum(shares.map(weightOf));
  const byAccount = groupBy(
    shares.flatMap(({ top }) => top),
    ({ account }) => account,
  );
  return [...byAccount]
    .map(([account, uses]) => {
      const use = { calls: sum(uses.map(({ calls }) => calls)), bytes: sum(uses.map(({ bytes }) => bytes)) };
      return { account, ...use, share: weightOf(use) / total };
    })
    .toSorted((one, other) => other.share - one.share)
    .slice(0, maxAccounts);
}

export function presentGateways(statuses: readonly SeenStatus[]) {
  return statuses.flatMap(({ gateway, isSilent }) => (gateway && !isSilent ? [gateway] : []));
}
