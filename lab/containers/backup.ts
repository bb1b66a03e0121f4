import { expect } from 'chai';
import { counterfoil } from '../../client/nodeClient.ts';
import { commandsBelow } from '../../test/support/documentCommands.ts';
import type { Stack } from './stack.ts';
import type { Step } from './step.ts';

/** The data are lost, those of Redis too; only the dump and the folder secrets/ are left. */
export const backup: Step = {
  name: 'is backed up and restored by the commands of docs/backup.md',
  run: async ({ stack }) => {
    const { app_id: appId, api_secret: apiSecret } = await stack.newSigner('Backed up');
    const client = counterfoil({ url: stack.urls[0] ?? '', appId, apiSecret });
    const ident = await client.article.create({ article_title: 'Teekännchen ☕' });

    await runPage(stack, 'Backup with Docker Compose');
    await stack.compose('down', '--volumes');
    await runPage(stack, 'Restore with Docker Compose');

    const { article_title } = await client.article.read(ident);
    await client.close();
    expect(article_title).to.equal('Teekännchen ☕');
  },
};

function runPage(stack: Stack, heading: string): Promise<string> {
  return stack.run('bash', '-c', commandsBelow('docs/backup.md', heading));
}
