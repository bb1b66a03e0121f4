const names: Readonly<Record<string, string>> = {
  ...{ euro: 'EUR', euros: 'EUR', dollar: 'USD', franken: 'CHF', pfund: 'GBP', zloty: 'PLN' },
  ...{
    '€': 'EUR',
    $: 'USD',
    us$: 'USD',
    '£': 'GBP',
    '¥': 'JPY',
    fr: 'CHF',
    sfr: 'CHF',
    zł: 'PLN',
    kč: 'CZK',
  },
};

/** The ISO 4217 code of a currency, by its code, name or sign. */
export function currencyCode(text: string): string {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return names[word] ?? word.toUpperCase();
}

/** The currency of the account. */
export interface AccountCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** Whether the service named it. Otherwise it is that of `--currency`, or the default. */
  readonly isFromService: boolean;
}
