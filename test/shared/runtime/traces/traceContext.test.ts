import { expect } from 'chai';
import { readTraceparent, traceIdIn } from '../../../../shared/runtime/traces/traceContext.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const good = `00-${traceId}-${spanId}-01`;

describe('traceparent', () => {
  it('is read', () => {
    expect(readTraceparent(good)).to.deep.equal({
      traceId,
      spanId,
      isSampled: true,
      traceparent: good,
      tracestate: undefined,
    });
    expect(traceIdIn(good)).to.equal(traceId);
  });

  it('says whether its sender records the trace, and has no other flag afterwards', () => {
    expect(readTraceparent(`00-${traceId}-${spanId}-00`)?.isSampled).to.equal(false);
    expect(readTraceparent(`00-${traceId}-${spanId}-ff`)?.traceparent).to.equal(good);
    expect(readTraceparent(`00-${traceId}-${spanId}-fe`)?.isSampled).to.equal(false);
  });

  it('of a later version is read as far as version 00 goes', () => {
    for (const later of [`01-${traceId}-${spanId}-01`, `cc-${traceId}-${spanId}-01-what-comes-later`])
      expect(readTraceparent(later)?.traceparent, later).to.equal(good);
  });

  const malformed: Readonly<Record<string, unknown>> = {
    'is missing': undefined,
    'is empty': '',
    'has version ff': `ff-${traceId}-${spanId}-01`,
    'has a version of one digit': `0-${traceId}-${spanId}-01`,
    'has a version that is not hexadecimal': `0x-${traceId}-${spanId}-01`,
    'has more in version 00': `${good}-more`,
    'has a hyphen at the end of version 00': `${good}-`,
    'has more without a hyphen in a later version': `01-${traceId}-${spanId}-01more`,
    'has a trace id of zeros': `00-${'0'.repeat(32)}-${spanId}-01`,
    'has a span id of zeros': `00-${traceId}-${'0'.repeat(16)}-01`,
    'has a short trace id': `00-${traceId.slice(1)}-${spanId}-01`,
    'has a long trace id': `00-${traceId}0-${spanId}-01`,
    'has a short span id': `00-${traceId}-${spanId.slice(1)}-01`,
    'has a long span id': `00-${traceId}-${spanId}0-01`,
    'has capitals': good.toUpperCase(),
    'has a trace id that is not hexadecimal': `00-${traceId.replace('a', 'g')}-${spanId}-01`,
    'has no flags': `00-${traceId}-${spanId}`,
    'has flags of one digit': `00-${traceId}-${spanId}-1`,
    'has underscores': good.replaceAll('-', '_'),
    'has a blank before it': ` ${good}`,
    'has a line feed behind it': `${good}\n`,
    'is sent twice': `${good}, ${good}`,
    'is a list': [good],
  };
  for (const [how, header] of Object.entries(malformed))
    it(`is ignored if it ${how}`, () => {
      expect(readTraceparent(header, 'vendor=1')).to.equal(undefined);
    });
});

describe('tracestate', () => {
  const stateOf = (header: unknown) => readTraceparent(good, header)?.tracestate;
  const members = (count: number) => Array.from({ length: count }, (_, index) => `k${index}=v`);

  it('is passed on as it is', () => {
    for (const state of [
      'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
      'fw529a3039@dt=FfD;1:2',
      members(32).join(','),
    ])
      expect(stateOf(state)).to.equal(state);
    expect(stateOf('a=1 , ,b=2')).to.equal('a=1,b=2');
  });

  const wrong: Readonly<Record<string, unknown>> = {
    'is missing': undefined,
    'is empty': '',
    'has 33 members': members(33).join(','),
    'has 513 characters': `a=${'x'.repeat(250)},b=${'x'.repeat(250)},c=${'x'.repeat(6)}`,
    'has a member without a value': 'a=1,b',
    'has a key with capitals': 'Key=1',
    'has a value with a line feed': 'a=1\n2',
    'has a value outside of ASCII': 'a=ü',
    'has a value with an equals sign': 'a=1=2',
  };
  for (const [how, header] of Object.entries(wrong))
    it(`is dropped if it ${how}`, () => {
      expect(stateOf(header)).to.equal(undefined);
    });
});
