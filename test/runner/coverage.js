// Configuration of `npm run test:coverage`. Tests run the sources, and the bundles in dist/: both count as coverage of a source.

const isOurs = /(?:^|\/)((?:gateway|shared|workers)\/.*\.ts)$/;
const root = `${new URL('../..', import.meta.url)}`;

export default {
  name: 'Coverage of gateway, shared and workers',
  outputDir: '.counterfoil/coverage',
  reports: ['v8', 'lcovonly', 'console-summary'],
  entryFilter: ({ url }) =>
    url.startsWith(root) && !/\/(?:node_modules|test|\.counterfoil)\//.test(url.slice(root.length - 1)),
  sourceFilter: (source) => isOurs.test(source),
  sourcePath: (source) => isOurs.exec(source)?.[1] ?? source,
};
