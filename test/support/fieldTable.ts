/**
 * The fields of customers, delivery addresses and articles (docs/api.md#customer-create), written down once more:
 * what the program says of itself would test nothing.
 */
export interface FieldRow {
  readonly name: string;
  readonly kind: 'line' | 'note' | 'country' | 'integer';
  readonly defaultValue: string | number;
  /** Characters; bytes of UTF-8 in notes. */
  readonly limit: number;
  /** The integers that an integer field takes. */
  readonly taken: readonly number[];
  /** Integers that it refuses. */
  readonly refused: readonly number[];
}

const line = (name: string, limit: number, defaultValue = ''): FieldRow => ({
  name,
  kind: 'line',
  defaultValue,
  limit,
  taken: [],
  refused: [],
});
const note = (name: string): FieldRow => ({ ...line(name, 65_535), kind: 'note' });
const country = (name: string, defaultValue: string): FieldRow => ({
  ...line(name, 2, defaultValue),
  kind: 'country',
});
const integer = (
  name: string,
  taken: readonly number[],
  refused: readonly number[],
  defaultValue: number,
): FieldRow => ({
  name,
  kind: 'integer',
  defaultValue,
  limit: 0,
  taken,
  refused,
});
const flag = (name: string) => integer(name, [0, 1], [-1, 2], 0);
const title = (name: string) => integer(name, [-1, 0, 1, 2, 3, 4, 5, 6, 7], [-2, 8], -1);

/** The parts that billing and delivery have in common. */
const addressLines = (part: string): readonly FieldRow[] => [
  line(`${part}_firstname`, 255),
  line(`${part}_lastname`, 255),
  line(`${part}_company`, 255),
  line(`${part}_street`, 255),
  line(`${part}_street2`, 255),
  line(`${part}_zipcode`, 32),
  line(`${part}_city`, 255),
  line(`${part}_phone`, 64),
  line(`${part}_phone_mobile`, 64),
];

/** Source of a customer: on create only. */
export const sourceRows: readonly FieldRow[] = [
  line('external_ident', 128),
  line('external_account_name', 128),
];

/** `byDefault` of customer_nr and term_of_credit is what a test account generates and grants. */
export const customerRows: readonly FieldRow[] = [
  line('customer_type', 128, 'native'),
  line('customer_nr', 128, '10001'),
  flag('is_business_client'),
  title('bill_title'),
  ...addressLines('bill'),
  line('bill_vat_nr', 64),
  country('bill_country', ''),
  line('bill_email', 254),
  line('account_bank', 64),
  line('account_bic', 64),
  line('account_iban', 42),
  line('account_wallet', 255),
  integer('term_of_credit', [0, 1, 14, 365], [], 14),
  note('user_note'),
];

export const deliveryRows: readonly FieldRow[] = [
  title('delivery_title'),
  ...addressLines('delivery'),
  country('delivery_country', 'de'),
];

/** Texts of articles, without the title, which is required. The amounts are in article.create.amounts.test.ts. */
export const articleRows: readonly FieldRow[] = [
  line('article_subtitle', 255),
  note('article_description'),
  line('article_nr', 128, '10001'),
  line('article_sku', 128),
  line('article_ean', 128),
  line('article_type', 128, 'native'),
];

/** Returns the values of a new record's fields when they are not sent. */
export function defaultsIn(rows: readonly FieldRow[]): Record<string, string | number> {
  return Object.fromEntries(rows.map(({ name, defaultValue }) => [name, defaultValue]));
}

/** A value for each field: another than its default, and another than any other string field's. */
export function samplesOf(rows: readonly FieldRow[]): Record<string, string | number> {
  const sampleOf = ({ name, kind, taken }: FieldRow) => {
    if (kind === 'integer') return taken[1] as number;
    return kind === 'country' ? 'at' : `a ${name}`;
  };
  return Object.fromEntries(rows.map((row) => [row.name, sampleOf(row)]));
}
