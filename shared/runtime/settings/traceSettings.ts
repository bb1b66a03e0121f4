import { EnvError, makeValidator, str } from 'envalid';
import { oneOf } from './validators.ts';

/** Protocol of the export. The headers, time-outs and limits of OpenTelemetry are read by its own packages. */
export interface TraceSettings {
  readonly protocol: (typeof protocols)[number];
}

const protocols = ['http/protobuf', 'http/json'] as const;

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const endpoint = makeValidator((text) => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new EnvError(
    'must be the URL of a receiver of OTLP over HTTP, such as http://127.0.0.1:4318: it gets the spans at /v1/traces',
  );
});

const protocol = makeValidator((text) => {
  const chosen = protocols.find((one) => one === text);
  if (chosen) return chosen;
  throw new EnvError(
    `must be one of ${protocols.join(', ')}: OTLP over gRPC is not supported, and receivers take HTTP on another port, usually 4318`,
  );
});

const ratio = makeValidator((text) => {
  if (/^\d*\.?\d+$/.test(text) && Number(text) <= 1) return Number(text);
  throw new EnvError('must be a number from 0 to 1: the share of traces that is recorded');
});

const flag = makeValidator((text) => {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  throw new EnvError('must be true or false');
});

export const traceSpecs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint({
    default: undefined,
    desc: 'where spans are sent, such as `http://127.0.0.1:4318`, to its path `/v1/traces`; without it, none are recorded. With Compose, it must be in a network of the roles',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol({
    default: 'http/protobuf',
    desc: 'http/protobuf or http/json; gRPC is not supported',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: str({
    default: undefined,
    desc: 'such as `authorization=Bearer%20TOKEN`; keep it secret',
  }),
  OTEL_SERVICE_NAME: str({
    default: undefined,
    desc: 'the name of the service; `counterfoil-gateway` and `counterfoil-worker` without it. `counterfoil.role` has the role in any case',
  }),
  OTEL_TRACES_SAMPLER: oneOf(samplers)({
    default: 'parentbased_always_on',
    desc: 'which traces are recorded: always_on, always_off, traceidratio, or parentbased_… of these, which does what `traceparent` says',
  }),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    default: undefined,
    desc: 'the share for traceidratio, from 0 to 1; 1 without it',
  }),
  OTEL_SDK_DISABLED: flag({ default: false, desc: 'true records nothing' }),
};

interface Values {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  readonly OTEL_EXPORTER_OTLP_PROTOCOL: (typeof protocols)[number];
  readonly OTEL_SDK_DISABLED: boolean;
}

export function traceSettings(values: Values): TraceSettings | undefined {
  if (values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || values.OTEL_SDK_DISABLED) return undefined;
  return { protocol: values.OTEL_EXPORTER_OTLP_PROTOCOL };
}
