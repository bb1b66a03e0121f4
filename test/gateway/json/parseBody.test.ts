import { expect } from 'chai';
import {
  maxBytesAtOnce,
  membersAtOnce,
  type Parsed,
  parseBody,
  parseInSlices,
} from '../../../gateway/json/parseBody.ts';
import { Unbuilt } from '../../../gateway/json/valueScanner.ts';
import { routes } from '../../../gateway/requests/routes.ts';
import { mutated } from '../../../lab/badInput/brokenBodies.ts';
import { canonicalNumber, Numeral } from '../../../shared/contract/values/numeral.ts';
import { drawObject, drawValue, space } from '../../support/drawnJson.ts';
import { drawing } from '../../support/random.ts';

const all = () => true;
const rounds = Number(process.env.PARSE_ROUNDS ?? 20_000);

/** Returns the same for a value however it was built. */
function comparable(value: unknown): unknown {
  if (typeof value === 'number') return `number ${canonicalNumber(String(value))}`;
  if (value instanceof Numeral) return `number ${canonicalNumber(value.source)}`;
  if (value instanceof Unbuilt) return comparable(JSON.parse(value.bytes.toString()));
  if (Array.isArray(value)) return value.map(comparable);
  return value;
}

function described(parsed: Parsed): unknown {
  if ('why' in parsed) return parsed;
  return [...parsed.members].map(([name, value]) => [name, comparable(value)]);
}

/** True if JSON.parse and the rules beside it accept the text. */
function acceptedByRules(text: string): boolean {
  let isAccepted = true;
  try {
    const body = JSON.parse(text, function (name, value) {
      if (name === '__proto__' || value === Infinity || value === -Infinity) isAccepted = false;
      return value;
    });
    return isAccepted && typeof body === 'object' && body !== null && !Array.isArray(body);
  } catch {
    return false;
  }
}

describe('parsing a body (20,000 drawn bodies)', () => {
  it('uses JSON.parse for usual bodies', () => {
    const body = {
      article_title: 'Espresso, 1.5 kg each',
      article_description: 'From a single estate, e.g. 12 euro. Error-free: 2E on 3 ends,\nentirely "even".',
      article_ean: '4000000000017',
      article_price: 12.5,
      article_tax_rate: -19,
    };

    for (const text of [JSON.stringify(body), JSON.stringify(body, null, 2)])
      expect(membersAtOnce(Buffer.from(text)), text).to.deep.equal(new Map(Object.entries(body)));
  });

  it('does not use JSON.parse where a number could be rounded', () => {
    for (const number of ['1e5', '-1E-400', '0.1e1', '12345678901234567', '12.345600000000000000001'])
      for (const text of [`{"a":${number}}`, `{"a": ${number}}`, `{"a":[0,${number}]}`])
        expect(membersAtOnce(Buffer.from(text)), text).to.equal(undefined);
  });

  it('does not use JSON.parse where names could be reordered', () => {
    for (const name of ['7', '\\u0037', '4\\u0032', '\\u0034\\u0032'])
      expect(membersAtOnce(Buffer.from(`{"a":1,"${name}":2}`)), name).to.equal(undefined);
  });

  it(`accepts exactly JSON, and the same with both parsers, for ${rounds} random bodies`, async () => {
    const draw = drawing(11);
    let [accepted, atOnce] = [0, 0];
    for (let round = 0; round < rounds; round += 1) {
      const drawn = `${space(draw)}${draw.below(30) === 0 ? drawValue(draw, 3) : drawObject(draw, 3)}${space(draw)}`;
      const bytes = draw.below(4) === 0 ? mutated(draw, drawn) : Buffer.from(drawn);
      const parsed = await parseBody(bytes, all);
      if ('why' in parsed && /UTF-8|byte order|empty/.test(parsed.why)) continue;

      expect(described(parsed), drawn).to.deep.equal(described(await parseInSlices(bytes, all)));
      // JSON.parse does not show a member that a later one of the same name replaces.
      const isReplaced = 'why' in parsed && /__proto__|out of range/.test(parsed.why);
      if (!isReplaced) expect('members' in parsed, drawn).to.equal(acceptedByRules(bytes.toString()));
      if ('members' in parsed) accepted += 1;
      if (membersAtOnce(bytes)) atOnce += 1;
    }
    // A test that draws only one sort would say little.
    for (const count of [accepted, atOnce, accepted - atOnce, rounds - accepted])
      expect(count).to.be.above(rounds / 20);
  });

  it('reads the same input or faults with both parsers', async () => {
    const draw = drawing(12);
    const route = routes.get('customer.create');
    const { read, knows } = route && 'operation' in route ? route.operation : expect.fail();
    for (let round = 0; round < rounds / 4; round += 1) {
      const bytes = Buffer.from(drawObject(draw, 2));
      const [one, other] = [await parseBody(bytes, knows), await parseInSlices(bytes, knows)];
      if ('why' in one || 'why' in other) expect(one).to.deep.equal(other);
      else expect(read(one.members), bytes.toString()).to.deep.equal(read(other.members));
    }
  });

  const malformed: readonly [string, string | Buffer][] = [
    ['it is empty', ''],
    ['it begins with a byte order mark', '\ufeff{}'],
    ['it is not valid UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['not a JSON object', ' [1]'],
    ['it ends unexpectedly', '{"a":1'],
    ['unexpected x at position 2', '{}x'],
    ['unexpected byte 0x0a at position 2', '{"\n":1}'],
    ['the name __proto__ is not allowed', '{"a":[{"__pr\\u006fto__":1}]}'],
    ['a number is out of range', '{"a":1e400}'],
    ['a number has more than 1048576 digits', `{"a":${'1'.repeat(1_048_577)}}`],
  ];
  for (const [why, body] of malformed)
    it(`reports of a malformed body: ${why}`, async () => {
      expect(await parseBody(Buffer.from(body), all)).to.deep.equal({ why });
    });

  it('builds lists of texts and numbers, also in large bodies', async () => {
    const values = Array.from({ length: 1_000 }, (_, index) => `A "${index}" ${'x'.repeat(40)}`);
    const lists = { values, mixed: ['a\u0301', 7, null, true, ''], empty: [], nested: ['a', ['b']] };
    const bytes = Buffer.from(JSON.stringify({ ...lists, long: [...values, 'one more'] }, null, 1));

    const { members } = (await parseBody(bytes, all)) as { members: Map<string, unknown> };

    expect(bytes.length).to.be.above(maxBytesAtOnce);
    for (const name of ['values', 'mixed', 'empty'] as const)
      expect(members.get(name)).to.deep.equal(lists[name]);
    for (const name of ['nested', 'long']) expect(members.get(name)).to.be.instanceOf(Unbuilt);
  });

  it('builds no unused members, and counts each name once', async () => {
    const body = `{"a":1,"b":2e0,"a":[${'1,'.repeat(100_000)}1],"c":{"a":1}}`;

    const parsed = await parseBody(Buffer.from(body), (name) => name === 'b');

    expect([...(parsed as { members: Map<string, unknown> }).members]).to.deep.equal([
      ['a', undefined],
      ['b', new Numeral('2e0')],
      ['c', undefined],
    ]);
  });
});
