import { expect } from 'chai';
import iconv from 'iconv-lite';
import type { SourceOptions } from '../../../importer/source/dialect.ts';
import { openSource } from '../../../importer/source/source.ts';
import type { SourceRow } from '../../../importer/source/sourceRow.ts';
import { importError, rowsOf } from '../records.ts';
import { temporaryFiles } from '../temporary.ts';

const german = 'Nr;Name;Straße;Ort\n1;Müller & Söhne;Grüner Weg 3;Köln\n2;Jörg Weiß;Ölmühle 5;Düsseldorf\n';
const french = 'Nr;Nom;Rue\n1;Hélène Lefèvre;12 allée des Chênes\n2;François Bézier;à côté du Général\n';
const prices = 'sku;preis\nA1;12,50 €\nA2;3,00 €\n';
const capitals = 'sku;titel\nA1;GRÖßE ÜBERMASS\nA2;SCHLÜSSEL\n';
const one = 'id;name\n1;Smith\n2;Müller\n';

function valuesOf(text: string): string[][] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => line.split(';'));
}

describe('importer: encodings', () => {
  const files = temporaryFiles();
  const opened = async (bytes: Uint8Array, options: SourceOptions = {}) => {
    const source = await openSource(files.write('list.csv', bytes), options);
    await source.close();
    return source;
  };
  const rows = (bytes: Uint8Array, options: SourceOptions = {}) =>
    rowsOf(files.write('list.csv', bytes), options);
  const refusal = async (bytes: Uint8Array, options: SourceOptions = {}) =>
    (await importError(() => opened(bytes, options))).message.replace(/^.*list\.csv: /, '');
  const cells = (read: readonly SourceRow[]) => read.map(({ values }) => values);

  const texts = { german, french, prices, capitals, one };
  // cp850 has no €, and iconv-lite has none for macintosh.
  for (const [name, text] of Object.entries(texts))
    for (const encoding of ['windows-1252', ...(text === prices ? [] : ['cp850', 'macintosh'])])
      it(`reads ${name} text in ${encoding}`, async () => {
        const bytes = iconv.encode(text, encoding);

        expect(cells(await rows(bytes))).to.deep.equal(valuesOf(text));
        const { description, notices } = await opened(bytes);
        expect(description.encoding).to.equal(encoding);
        if (encoding === 'windows-1252') expect(notices).to.be.empty;
        else
          expect(notices[0]).to.match(
            new RegExp(
              `^the encoding is ${encoding}, judged by its letters: line \\d has ".+". Choose another one with --encoding$`,
            ),
          );
      });

  it('reads € of DOS and of the Mac', async () => {
    const bytes = [0xd5, 0xdb].map((euro) =>
      Buffer.concat([Buffer.from('sku;preis\nA1;12,50 '), Buffer.from([euro]), Buffer.from('\n')]),
    );

    expect(cells(await rows(bytes[0] as Buffer, { encoding: 'cp858' }))).to.deep.equal([['A1', '12,50 €']]);
    expect(cells(await rows(bytes[1] as Buffer, { encoding: 'macintosh' }))).to.deep.equal([
      ['A1', '12,50 €'],
    ]);
  });

  it('refuses to start when the encoding is not certain', async () => {
    const polish = iconv.encode('id;nazwa\n1;żółw\n', 'windows-1250');

    expect(await refusal(polish)).to.match(
      /^the encoding is not certain: line 2 has "¿ó³w" in windows-1252, ".*" in cp850, ".*" in macintosh, "żółw" in windows-1250, ".*" in windows-1254 or ".*" in windows-1251: choose one with --encoding$/,
    );
    expect(cells(await rows(polish, { encoding: 'windows-1250' }))).to.deep.equal([['1', 'żółw']]);
  });

  const others = {
    Polish: [
      'id;nazwa\n1;Świętokrzyska, Łódź\n2;żółta gęś\n3;Zieliński, Gdańsk\n',
      'windows-1250',
      'iso-8859-2',
      'cp852',
    ],
    Czech: ['id;jméno\n1;Dvořák, Děčín\n2;Černý kůň\n3;Příbram, Jiří\n', 'windows-1250', 'cp852'],
    Hungarian: ['id;név\n1;Szőke Győr\n2;Kőszegi fűtés\n3;Erdős Ödön\n4;tűz\n', 'windows-1250'],
    Turkish: ['id;ad\n1;Yılmaz Şahin, İstanbul\n2;Çağrı Öztürk\n3;Gümüş kaşık\n', 'windows-1254'],
    Lithuanian: ['id;vardas\n1;Žąsis, Šiauliai\n2;Kėdainių gatvė\n3;ąžuolas, čia, įmonė\n', 'windows-1257'],
    Russian: [
      'id;имя\n1;Иван Петров, Москва\n2;Чай зелёный\n3;улица Ленина\n',
      'windows-1251',
      'koi8-r',
      'cp866',
    ],
    Greek: ['id;όνομα\n1;Γιώργος Παπαδόπουλος\n2;Αθήνα, οδός Ερμού\n3;τσάι\n', 'windows-1253'],
  } as const;
  for (const [language, [text, ...encodings]] of Object.entries(others))
    for (const encoding of encodings)
      it(`reads ${language} text in ${encoding}, and says so`, async () => {
        const bytes = iconv.encode(text, encoding);

        expect(cells(await rows(bytes))).to.deep.equal(valuesOf(text));
        expect((await opened(bytes)).notices[0]).to.match(
          new RegExp(`^the encoding is ${encoding}, judged by`),
        );
      });

  const unclear = {
    Turkish: ['Aydýn Öztürk', 'windows-1254'],
    Polish: ['Zieliñski', 'windows-1250'],
  } as const;
  for (const [language, [word, encoding]] of Object.entries(unclear))
    it(`asks when a few words of ${language} would be read with wrong letters`, async () => {
      expect(await refusal(iconv.encode(`id;name\n1;${word}\n`, 'windows-1252'))).to.match(
        new RegExp(`^the encoding is not certain: .* in ${encoding}`),
      );
    });

  const mixed = Buffer.concat([
    Buffer.from('Nr;Name\n'),
    Buffer.from('1;Böhm\n', 'latin1'),
    Buffer.from('2;Müller\n3;Weiß\n4;Smith\n'),
  ]);

  it('reads words with few letters that tell by where these letters stand', async () => {
    const read = async (text: string, encoding: string) =>
      cells(await rows(iconv.encode(`id;name\n1;${text}\n`, encoding)))[0]?.[1];

    expect(await read('Café Beta', 'cp850')).to.equal('Café Beta');
    expect(await read('Ávila, Ángel', 'macintosh')).to.equal('Ávila, Ángel');
  });

  it('asks or says so if the letters are those of another encoding, too', async () => {
    const bytes = (text: string, encoding: string) =>
      iconv.encode(`id;name\n1;Müller\n2;${text}\n`, encoding);

    for (const encoding of ['windows-1250', 'iso-8859-2'])
      expect(await refusal(bytes('Dvořák', encoding))).to.match(/^the encoding is not certain: /);
    for (const [text, encoding, word] of [
      ['Weiß;Łódź', 'iso-8859-2', '"£ód¼" would be "Łódź" in iso-8859-2'],
      ['Weiß;Szűcs', 'windows-1250', '"Szûcs" would be "Szűcs" in windows-1250'],
      ['Weiß;Plzeň', 'windows-1250', '"Plzeò" would be "Plzeň" in windows-1250'],
    ] as const)
      expect((await opened(bytes(text, encoding))).notices).to.deep.equal([
        `the encoding is windows-1252, judged by its letters: ${word}. Choose another one with --encoding`,
      ]);
  });

  for (const text of [
    'Søren Åkesen;Ærø',
    'Håkan Sjöström;Malmö',
    'Bjørn Bråten;Tromsø',
    'Daniël Brontë;België',
    'Nicolò Però;Forlì',
    'Benoît Brûlé;Châlons-sur-Saône;Hélène',
    'José Muñoz;Málaga',
    'João Conceição',
  ])
    it(`reads ${text} in windows-1252 without a notice`, async () => {
      const { description, notices } = await opened(
        iconv.encode(`id;name;ort;c\n1;${text}\n`, 'windows-1252'),
      );

      expect([description.encoding, notices]).to.deep.equal(['windows-1252', []]);
    });

  it('refuses one Windows-1252 row at the start of a UTF-8 file, and reads the others', async () => {
    const read = await rows(mixed);

    expect(cells(read)).to.deep.equal([
      ['1', 'Böhm'],
      ['2', 'Müller'],
      ['3', 'Weiß'],
      ['4', 'Smith'],
    ]);
    expect(read.map(({ fault }) => fault?.code)).to.deep.equal([
      'row_encoding',
      undefined,
      undefined,
      undefined,
    ]);
    expect(read[0]?.fault?.message).to.equal(
      'the row is not UTF-8, unlike others of the file: --encoding utf-8,windows-1252 reads each line as what it is',
    );
    expect(
      cells((await rows(mixed, { encoding: 'utf-8,windows-1252' })).filter(({ fault }) => !fault)),
    ).to.have.length(4);
  });

  it('refuses one UTF-8 row of a Windows-1252 file, and reads the others', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Nr;Name\n1;Müller\n'),
      Buffer.from('2;Böhm\n3;Weiß\n', 'latin1'),
    ]);
    const read = await rows(bytes);

    expect(cells(read)).to.deep.equal([
      ['1', 'Müller'],
      ['2', 'Böhm'],
      ['3', 'Weiß'],
    ]);
    expect(read.map(({ fault }) => fault?.message)).to.deep.equal([
      'the row is UTF-8, unlike others of the file: --encoding utf-8,windows-1252 reads each line as what it is',
      undefined,
      undefined,
    ]);
  });

  it('refuses to start when half of the lines are of another encoding', async () => {
    const bytes = Buffer.concat([Buffer.from('Nr;Name\n1;Müller\n'), Buffer.from('2;Böhm\n', 'latin1')]);

    expect(await refusal(bytes)).to.equal(
      'line 2 is UTF-8, but line 3 is windows-1252: --encoding utf-8,windows-1252 reads each line as what it is',
    );
  });

  it('reads a header of another encoding, and reports it', async () => {
    const bytes = Buffer.concat([Buffer.from('Nr;Größe\n', 'latin1'), Buffer.from('1;weiß\n2;grün\n')]);
    const source = await opened(bytes);

    expect(source.columns).to.deep.equal(['Nr', 'Größe']);
    expect(source.notices).to.include(
      'the header is not of the encoding of the rows: check the names of its columns',
    );
    expect((await rows(bytes)).filter(({ fault }) => fault)).to.be.empty;
  });

  const twice = (text: string, encoding = 'windows-1252') =>
    Buffer.from(iconv.decode(Buffer.from(text), encoding));

  for (const encoding of ['windows-1252', 'macintosh', 'cp850'])
    it(`refuses to start with UTF-8 that was read as ${encoding} and encoded again`, async () => {
      const text = 'Nr;Name\n1;Müller\n2;Böhm – Söhne\n';
      const bytes = twice(text, encoding);
      const word = iconv.decode(Buffer.from('Müller'), encoding);

      expect(await refusal(bytes)).to.equal(
        `line 2 has "${word}", which is "Müller" encoded as UTF-8 twice: --encoding utf-8-twice decodes such text, --encoding utf-8 keeps it`,
      );
      expect(cells(await rows(bytes, { encoding: 'utf-8-twice' }))).to.deep.equal(valuesOf(text));
      expect(cells(await rows(bytes, { encoding: 'utf-8' }))[0]).to.deep.equal(['1', word]);
    });

  it('refuses single rows that were encoded twice', async () => {
    const read = await rows(
      Buffer.concat([Buffer.from('Nr;Name\n1;Böhm\n2;Weiß\n'), twice('3;Müller\n'), Buffer.from('4;Jörg\n')]),
    );

    expect(cells(read)[2]).to.deep.equal(['3', 'MÃ¼ller']);
    expect(read.map(({ fault }) => fault?.message)).to.deep.equal([
      undefined,
      undefined,
      'text of the row was encoded as UTF-8 twice, like "MÃ¼ller": --encoding utf-8-twice decodes it, --encoding utf-8 keeps it',
      undefined,
    ]);
  });

  it('refuses UTF-16 with text that was encoded as UTF-8 twice', async () => {
    expect(await refusal(iconv.encode('Nr;Name\n1;MÃ¼ller\n', 'utf-16le', { addBOM: true }))).to.match(
      /list\.csv has "MÃ¼ller", which is "Müller" encoded as UTF-8 twice: save the file as UTF-8/,
    );
  });

  it('keeps text that only looks as if it was encoded twice', async () => {
    const text = 'Nr;Name\n1;„MENÜ“ CAFÉ®\n2;« été »\n3;São João SÃO\n4;√2 ÷ 3\n';

    expect(cells(await rows(Buffer.from(text)))).to.deep.equal(valuesOf(text));
    expect((await rows(Buffer.from(text))).filter(({ fault }) => fault)).to.be.empty;
  });

  it('reads lines that end in the middle of what is read at a time', async () => {
    const text = `Nr;Name\n${Array.from({ length: 60_000 }, (_, index) => `${index};Grüße ${'ü'.repeat(index % 13)}€`).join('\n')}\n`;

    expect(cells(await rows(Buffer.from(text)))).to.deep.equal(valuesOf(text));
    expect(cells(await rows(iconv.encode(text, 'windows-1252')))).to.deep.equal(valuesOf(text));
  });

  it('refuses JSON Lines of another encoding, and keeps their text', async () => {
    const file = files.write(
      'list.jsonl',
      Buffer.concat([Buffer.from('{"a":"Böhm"}\n', 'latin1'), Buffer.from('{"a":"Müller"}\n{"a":"Weiß"}\n')]),
    );
    const [first, ...others] = await rowsOf(file);

    expect(first).to.deep.include({ values: ['Böhm'], text: '{"a":"Böhm"}' });
    expect(first?.fault?.code).to.equal('row_encoding');
    expect(others.map(({ values, fault }) => [...values, fault])).to.deep.equal([
      ['Müller', undefined],
      ['Weiß', undefined],
    ]);
  });
});
