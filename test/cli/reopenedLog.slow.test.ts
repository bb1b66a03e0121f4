import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import type { ParentMessage } from '../../shared/runtime/process/parentMessages.ts';
import { roleEnvironment } from '../support/cluster.ts';
import { cleanUp, emptyFolder } from '../support/dataFolders.ts';
import { freePort } from '../support/ports.ts';
import { startRole } from '../support/roleProcess.ts';
import { until } from '../support/until.ts';

describe('the log of a role that is told to go on in another file', function () {
  this.timeout(60_000);
  after(cleanUp);

  it("goes on where it was if the file can't be opened, and after a full disk in a file with room", async () => {
    const folder = await emptyFolder();
    const port = await freePort();
    let printed = '';
    const onOutput = (text: string) => {
      printed += text;
    };
    const gateway = await startRole('gateway', { env: roleEnvironment(15, port), onOutput });
    const request = async () => (await fetch(`http://127.0.0.1:${port}/nowhere`)).headers.get('x-request-id');

    const continueIn = (name: string) =>
      gateway.send({ kind: 'reopenLog', file: name } satisfies ParentMessage);

    continueIn(path.join(folder, 'missing', 'gateway.log'));
    await until(async () => {
      const id = await request();
      await until(() => printed.includes(id ?? ''));
      return true;
    });

    continueIn('/dev/full');
    for (let count = 0; count < 100; count += 1) await request();
    const file = path.join(folder, 'gateway.log');
    continueIn(file);
    const found = async () => readFile(file, 'utf8').catch(() => '');
    await until(async () => {
      const id = await request();
      return (await found()).includes('"event":"request"') && id !== null;
    });
    await gateway.stop();

    expect(await found()).to.include('"event":"stopping"');
    expect(printed).to.not.include('"event":"stopping"');
  });
});
