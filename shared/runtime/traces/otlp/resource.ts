import {
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { newId } from '../../../contract/values/idents.ts';

/** Attributes of the process in all its spans. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
export function resourceOf(role: string): Resource {
  const [kind = role] = role.split(' ');
  const own = resourceFromAttributes({
    'service.name': `counterfoil-${kind}`,
    'service.namespace': 'counterfoil',
    'service.instance.id': newId(),
    'counterfoil.role': role,
  });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
