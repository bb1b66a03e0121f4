// Preloaded into a worker: it crashes on any statement with this value, as with a bug in a driver.
const Client = require('knex/lib/client.js');

const { query } = Client.prototype;
Client.prototype.query = function (connection, statement) {
  if (statement.bindings?.includes('deadly nightshade')) process.kill(process.pid, 'SIGKILL');
  return query.call(this, connection, statement);
};
