import { expect } from 'chai';
import { addressReadOnly, deliveryFields } from '../../shared/contract/resources/address.ts';
import { articleFields, articleReadOnly } from '../../shared/contract/resources/article.ts';
import { customerFields, customerReadOnly } from '../../shared/contract/resources/customer.ts';
import type { Fields } from '../../shared/contract/resources/field.ts';
import { importSource } from '../../shared/contract/resources/importSource.ts';
import { type Column, columnsOf } from '../support/columns.ts';
import { database } from '../support/servers.ts';

/** The fields of each table that are not stored: computed on reading, or always empty. */
const resources = {
  customers: {
    fields: { ...importSource, ...customerFields, ...customerReadOnly },
    computed: [
      'divergent_delivery_address',
      'account_number',
      'account_bank_code',
      'version',
      'date_created_user',
      'date_updated_user',
    ],
  },
  addresses: { fields: { ...deliveryFields, ...addressReadOnly }, computed: ['version'] },
  articles: {
    fields: { ...importSource, ...articleFields, ...articleReadOnly },
    computed: ['article_price_total', 'version', 'date_created_user', 'date_updated_user'],
  },
} satisfies Record<string, { fields: Fields; computed: string[] }>;

/** The column that the schema of a field requires. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxBytes?: number;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const integerRanges: Readonly<Record<string, readonly [number, number]>> = {
  tinyint: [-128, 127],
  int: [-2_147_483_648, 2_147_483_647],
};

describe('migrated columns', () => {
  let columns: readonly Column[];
  before(async () => {
    columns = await columnsOf(database());
  });

  const columnOf = (table: string, name: string) => {
    const column = columns.find((one) => one.table === table && one.name === name);
    if (!column) throw new Error(`no column ${table}.${name}`);
    return column;
  };

  for (const [table, { fields, computed }] of Object.entries(resources)) {
    for (const [name, { schema }] of Object.entries<Fields[string]>(fields)) {
      if (computed.includes(name)) continue;
      it(`${table}.${name} has room for every value of its field`, () =>
        holds(columnOf(table, name), schema));
    }
  }

  function holds(column: Column, schema: Schema): void {
    const { type, length, precision, scale } = column;
    if (schema.format === 'decimal')
      expect({ type, precision, scale }).to.deep.equal({ type: 'decimal', precision: 15, scale: 4 });
    else if (schema.format === 'percentage')
      expect({ type, precision, scale }).to.deep.equal({ type: 'decimal', precision: 7, scale: 4 });
    else if (schema.format === 'utc-date-time') expect(type).to.equal('datetime');
    else if (schema.maxBytes)
      expect({ type, length }).to.deep.equal({ type: 'text', length: schema.maxBytes });
    else if (schema.type === 'integer') holdsIntegers(type, schema);
    else if (schema.enum) expect(length).to.be.at.least(Math.max(...schema.enum.map((word) => word.length)));
    else if (schema.format === 'country')
      expect({ type, length }).to.deep.equal({ type: 'varchar', length: 2 });
    else expect({ type, length }).to.deep.equal({ type: 'varchar', length: schema.maxLength });
  }

  function holdsIntegers(type: string, { minimum = 0, maximum = 0 }: Schema): void {
    const [least = 0, max = 0] = integerRanges[type] ?? [];
    expect(least <= minimum && maximum <= max, `${type} from ${minimum} to ${maximum}`).to.equal(true);
  }

  it('compare every text byte for byte', () => {
    const texts = columns.filter(({ collation }) => collation !== null);

    const collations = new Set(texts.map(({ collation }) => collation));
    expect([...collations]).to.have.members(['utf8mb4_bin', 'ascii_bin']);
    expect(texts.length).to.be.above(50);
  });

  it('begin with the account in the key of every table of records', () => {
    const led = [
      'customers',
      'addresses',
      'articles',
      'article_sales',
      'orders',
      'order_items',
      'number_sequences',
      'inbox',
    ];
    for (const table of led)
      expect(columns.find((column) => column.table === table)?.name).to.equal('account_id');
  });

  it('store quantities as decimals', () => {
    expect(columnOf('order_items', 'quantity')).to.include({ type: 'decimal', precision: 15, scale: 4 });
  });

  it('store no limit of requests as NULL', () => {
    for (const table of ['accounts', 'apps'])
      expect(columnOf(table, 'requests_per_second')).to.include({ type: 'int', isNullable: true });
  });

  it('store an empty external_ident as NULL, which the unique index ignores', () => {
    for (const table of ['customers', 'articles'])
      expect(columnOf(table, 'external_ident')).to.include({ isNullable: true });
  });
});
