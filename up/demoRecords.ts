import { counterfoil } from '../client/nodeClient.ts';
import { articleCreate } from '../shared/contract/operations/article.create.ts';
import { customerCreate } from '../shared/contract/operations/customer.create.ts';
import { exampleExternalIdent } from '../shared/contract/resources/records.ts';
import { printLine } from '../shared/runtime/process/commandOutput.ts';
import type { Demo } from './demo.ts';

const deadlineMs = 10_000;

/**
 * Creates a customer with an address and an article, so that the first calls find records. Prints a failure but does not throw
 * it, since the service works without them.
 */
export async function createDemoRecords({ url, appId, apiSecret }: Demo): Promise<void> {
  const service = counterfoil({ url, appId, apiSecret, deadlineMs });
  const example = { external_ident: exampleExternalIdent };
  try {
    await Promise.all([
      service.customer.create({ ...customerCreate.example, ...example }),
      service.article.create({ ...articleCreate.example, ...example }),
    ]);
  } catch (error) {
    printLine(`The demo account has no example records: ${(error as Error).message}`);
  } finally {
    await service.close();
  }
}
