import Big from 'big.js';

const decimals = 4;

/** Net × (100 + rate) / 100 in decimal arithmetic, rounded half up to 4 places. */
export function grossPrice(net: string, ratePercent: string): Big {
  return Big(net).times(Big(ratePercent).plus(100)).div(100).round(decimals, Big.roundHalfUp);
}

export function readNumber(amount: Big | string): number {
  return Number(amount);
}
