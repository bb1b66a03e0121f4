import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

describe('importer: JSON documents', () => {
  const files = temporaryFiles();
  const read = async (text: string, options: SourceOptions = {}) => {
    const file = files.write('list.json', text);
    const source = await openSource(file, options);
    await source.close();
    const rows = await rowsOf(file, options);
    return { columns: source.columns, values: rows.map((row) => row.values), rows };
  };
  const list = '[{"sku":"1","price":{"net":1.5}},\n{"sku":"a } \\" [ b","price":{"net":2}}]';
  const values = [
    ['1', '1.5'],
    ['a } " [ b', '2'],
  ];

  const documents: [string, string][] = [
    ['an array', list],
    ['a list in an object', `{"meta":{"total":2,"ids":[1,2]},"data":${list},"next":null}`],
    ['a list in an object in an object', `{"data":{"products":${list}}}`],
    ['a formatted document', JSON.stringify({ products: JSON.parse(list) }, null, 2)],
    ['JSON Lines', list.slice(1, -1).replace(',\n', '\n')],
  ];
  for (const [name, text] of documents)
    it(`reads ${name}`, async () => {
      const given = await read(text);

      expect(given.columns).to.deep.equal(['sku', 'price.net']);
      expect(given.values).to.deep.equal(values);
    });

  it('refuses records under keys, and names the command that makes a list of them', async () => {
    for (const text of [
      '{"1":{"sku":"a","net":1},"2":{"sku":"b","net":2}}',
      '{"a":{"sku":"a","net":1},"b":{"sku":"b","vat":7}}',
    ])
      expect((await importError(() => read(text))).message).to.match(
        /is an object that has each record under a key, such as "[1a]": .* jq -c 'to_entries\[\] \| \{key\} \+ \.value'$/,
      );
    expect(
      (await read('{"sku":"1","price":{"net":1,"gross":2},"size":{"x":1,"y":2}}')).values,
    ).to.have.length(1);
  });

  it('refuses an object that has a key twice, also in an inner object', async () => {
    const text = (object: string) => `[{"sku":"1","net":1},${object}]`;
    const faults = async (object: string) =>
      (await read(text(object))).rows.map(({ fault }) => fault?.message);

    expect(await faults('{"sku":"2","net":1,"net":2}')).to.deep.equal([
      undefined,
      'the key "net" is twice in an object: remove the one that does not count',
    ]);
    expect((await faults('{"sku":"2","a":{"b":1,"\\u0062" : 2}}'))[1]).to.match(/^the key "b" is twice/);
    expect(await faults('{"sku":"a \\": \\" :","a":{"sku":1}, "b" : [{"c":1},{"c":2}]}')).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it('reads a single object, also formatted, and names the lines of its objects', async () => {
    const object = { sku: '1', tags: ['a'] };

    expect((await read(JSON.stringify(object))).values).to.deep.equal([['1', 'a']]);
    expect((await read(JSON.stringify(object, null, 2))).values).to.deep.equal([['1', 'a']]);
    const { rows } = await read(JSON.stringify([object, object], null, 2));
    expect(rows.map(({ line, text }) => [line, text])).to.deep.equal([
      [2, '{ "sku": "1", "tags": [ "a" ] }'],
      [8, '{ "sku": "1", "tags": [ "a" ] }'],
    ]);
  });

  it('reads documents of several megabytes', async () => {
    const many = Array.from({ length: 40_000 }, (_, index) => ({ sku: `${index}`, text: 'x'.repeat(60) }));
    const { rows } = await read(JSON.stringify({ items: many }));

    expect(rows).to.have.length(40_000);
    expect(rows.at(-1)?.values[0]).to.equal('39999');
  });

  const refused: [string, string, RegExp][] = [
    [
      'two lists',
      '{"products":[{"a":1}],"customers":[{"a":1}]}',
      /has several lists, "products" and "customers"/,
    ],
    ['a list that may be part of the record', '{"sku":1,"variants":[{"a":1}]}', /with the list "variants"/],
    ['a document that is cut off', '{"data":[{"a":1},{"a"', /ends inside a JSON object or array: copy or/],
  ];
  for (const [name, text, message] of refused)
    it(`refuses ${name}`, async () => {
      expect((await importError(() => read(text))).message).to.match(message);
    });

  it('keeps no text after the list, and refuses a text in it that never ends', async () => {
    const log = '1,'.repeat(1024 * 1024);

    expect((await read(`{"items":[{"sku":"1"}],"log":[${log}1]}`)).values).to.deep.equal([['1']]);
    expect((await importError(() => read(`{"items":[{"sku":"1"}],"log":["${log}`))).message).to.match(
      /an object or text is longer than 1 MiB/,
    );
  });

  it('reads an object with a list as one record with --format jsonl', async () => {
    const { columns } = await read('{"sku":1,"variants":[{"a":1}]}', { format: 'jsonl' });

    expect(columns).to.deep.equal(['sku', 'variants.0.a']);
  });
});
