import { expect } from 'chai';
import { checkSettings } from '../../../../admin/doctor/settings.ts';
import { readSettings } from '../../../../shared/runtime/settings/settings.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

describe('settings of traces', () => {
  const tracesOf = (environment: Readonly<Record<string, string>>) => readSettings(environment).traces;

  it('export nothing without an endpoint, or if OTEL_SDK_DISABLED says so', () => {
    expect(tracesOf({ OTEL_SERVICE_NAME: 'till' })).to.equal(undefined);
    expect(tracesOf({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).to.equal(undefined);
    expect(tracesOf({ ...endpoint, OTEL_SDK_DISABLED: 'false' })).to.not.equal(undefined);
  });

  it('export Protocol Buffers unless JSON is asked for', () => {
    expect(tracesOf(endpoint)).to.deep.equal({ protocol: 'http/protobuf' });
    const json = { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    expect(tracesOf(json)).to.deep.equal({ protocol: 'http/json' });
  });

  const wrong: readonly [string, string, string][] = [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318', 'such as http://127.0.0.1:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://127.0.0.1', 'must be the URL of a receiver'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'usually 4318'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', 'must be one of always_on, always_off, traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'from 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half', 'from 0 to 1'],
    ['OTEL_SDK_DISABLED', 'yes', 'must be true or false'],
  ];
  for (const [name, value, remedy] of wrong)
    it(`refuse ${name}=${value}`, () => {
      expect(() => readSettings({ [name]: value }))
        .to.throw(name)
        .with.property('message')
        .that.includes(remedy);
    });

  it('are found by the check if they are misspelled; other settings of OpenTelemetry are left alone', () => {
    const problems = checkSettings({
      OTEL_EXPORTER_OTLP_ENDPIONT: 'x',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
      OTEL_BSP_SCHEDULE_DELAY: '1',
    });

    expect(problems.map(({ message }) => message)).to.deep.equal([
      'unknown setting OTEL_EXPORTER_OTLP_ENDPIONT',
    ]);
  });
});
