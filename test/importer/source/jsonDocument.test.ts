import { expect } from 'chai';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { JsonDocument } from '../../../importer/source/jsonDocument.ts';
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
    for (const object of [
      '{"sku":"2","net":{"a":1},"net.a":2}',
      '{"sku":"2","net.a":1,"net":{"a":2}}',
      '{"sku":"2","net":[[],{"o\u0308":1}],"net.1.ö":2}',
    ])
      expect((await faults(object))[1]).to.match(/^the key "net\.(?:a|1\.ö)" is twice in an object: remove/);
    expect(await faults('{"sku":"2","net":{"a":1},"net.a":1}')).to.deep.equal([undefined, undefined]);
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

  it('keeps line ends in a text, which JSON does not allow', async () => {
    const { rows } = await read('[{"sku":\n"a\r\nb\\\\\nc",\n"net":1},{"sku":"a\\\nb","net":2}]');

    expect(rows.map(({ values, text, fault }) => (fault ? fault.code : [...values, text]))).to.deep.equal([
      ['a\nb\\\nc', '1', '{"sku": "a\\nb\\\\\\nc", "net":1}'],
      'row_json',
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

  it('refuses other values of the list, and what follows it', async () => {
    const notObject = 'not a JSON object: each record of the list must be one, such as {"a": 1}';
    const after =
      'the value stands after the end of the list of records: move it into the list, or remove it';
    const faults = async (text: string) =>
      (await read(text, text.startsWith('[[') ? { format: 'jsonl' } : {})).rows.map(
        ({ line, values: [sku], text: kept, fault }) =>
          fault ? [line, kept, fault.code, fault.message] : sku,
      );
    const refused = (line: number, text: string, message = notObject) => [line, text, 'row_json', message];

    expect(
      await faults('[{"sku":"a"},null,"b;Mug;4",\n["c",\n"Cup",3],17,{"sku":"d"},-1.5e3 ]'),
    ).to.deep.equal([
      'a',
      refused(1, 'null'),
      refused(1, '"b;Mug;4"'),
      refused(2, '["c", "Cup",3]'),
      refused(3, '17'),
      'd',
      refused(3, '-1.5e3'),
    ]);
    expect(await faults('{"tags":["x",1],"data":[1,[2],{"sku":"a"}],"more":["y",2]}')).to.deep.equal([
      refused(1, '1'),
      refused(1, '[2]'),
      'a',
    ]);
    expect(await faults('[[1,{"sku":"a"}],[{"sku":"b"}, 2, [3]]]')).to.deep.equal([
      refused(1, '1'),
      'a',
      'b',
      refused(1, '2'),
      refused(1, '[3]'),
    ]);
    expect(await faults('[{"sku":"a"}]\n\n{"sku":"z","tags":["x"]}\n"y" 5;\n')).to.deep.equal([
      'a',
      refused(3, '{"sku":"z","tags":["x"]}', after),
      refused(4, '"y"', after),
      refused(4, '5;', after),
    ]);
    expect(await faults('[{"sku":"a"}]\n[{"sku":"b"}];\n')).to.deep.equal(['a', 'b']);
    expect(await faults('{"data":\n[{"sku":"a"}]}\n{"data":\n[{"sku":"b"}]}')).to.deep.equal(['a', 'b']);
  });

  it('finds such values wherever the text is cut into pieces', () => {
    const text = '{"a" : "x","n":[1,"y"], "items" :[12,"u",{"sku":"1"} , null,[1,"}"], 345 ]}  {"z":[1]} ';
    const damage = { isSeen: () => false, faultOf: () => ({ code: '', message: '' }) };
    const rowsOfPieces = (size: number) => {
      const document = new JsonDocument('list.json', damage);
      const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
      return [...pieces.flatMap((piece) => document.read(piece)), ...document.end()];
    };

    const whole = rowsOfPieces(text.length);
    expect(whole.map((row) => row.text)).to.deep.equal([
      '12',
      '"u"',
      '{"sku":"1"}',
      'null',
      '[1,"}"]',
      '345',
      '{"z":[1]}',
    ]);
    for (let size = 1; size < text.length; size += 1)
      expect(rowsOfPieces(size), `pieces of ${size}`).to.deep.equal(whole);
  });

  it('refuses an object with fields of the objects in its list, which may be parts of it', async () => {
    const message = async (text: string) => (await importError(() => read(text))).message;

    for (const text of [
      '{"sku":"a","title":"Set","items":[{"sku":"b","title":"Cup"}]}',
      '{"items":[{"sku":"b","title":"Cup"}],"title":"Set"}',
      '{"data":{"title":"Set","items":[{"sku":"b","title":"Cup"}]}}',
    ])
      expect(await message(text)).to.match(/is a JSON object with the list "items": if its objects are/);
    for (const text of [
      '{"object":"list","url":"/v1","data":[{"object":"sku","id":1}],"id":7}',
      '{"meta":{"title":"x"},"data":[{"title":"Cup"}],"links":{"title":"y"}}',
    ])
      expect((await read(text)).values).to.have.length(1);
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
