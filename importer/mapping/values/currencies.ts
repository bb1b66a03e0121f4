const names: Readonly<Record<string, string>> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  franken: 'CHF',
  pfund: 'GBP',
  zloty: 'PLN',
  '€': 'EUR',
  $: 'USD',
  us$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  fr: 'CHF',
  sfr: 'CHF',
  zł: 'PLN',
  kč: 'CZK',
};

/** Returns the ISO 4217 code for a code, name or sign. */
export function currencyCode(text: string): string {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  return names[word] ?? word.toUpperCase();
}

export interface AccountCurrency {
  /** ISO 4217. */
  readonly code: string;
  /** Whether the service named it. Otherwise it comes from `--currency`, or is the default. */
  readonly isFromService: boolean;
}
