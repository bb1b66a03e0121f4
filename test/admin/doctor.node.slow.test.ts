import { expect } from 'chai';
import { checkNode } from '../../admin/doctor/doctor.ts';

describe('counterfoil doctor of Node', () => {
  for (const version of ['v20.20.2', 'v20.21.0', 'v22.22.2', 'v24.14.1', 'v24.15.0', 'v26.0.0'])
    it(`accepts ${version}`, () => {
      expect(checkNode(version)).to.deep.equal({ check: 'node', state: 'ok', message: version });
    });

  const weak = { 'v20.19.0': '20.20.2', 'v20.20.1': '20.20.2', 'v22.12.0': '22.22.2', 'v24.14.0': '24.14.1' };
  for (const [version, fixed] of Object.entries(weak))
    it(`warns of ${version}, and names the release with the fix`, () => {
      expect(checkNode(version)).to.include({ state: 'warn', remedy: `use ${fixed} or newer` });
    });
});
