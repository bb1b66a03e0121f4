// Preloaded into a worker: it crashes on any statement with this value, as with a bug in a driver.
const { Socket } = require('node:net');

const databasePort = Number(new URL(process.env.DATABASE_URL).port);
// oxlint-disable-next-line typescript/unbound-method -- called with its socket below
const { write } = Socket.prototype;
Socket.prototype.write = function (data, ...rest) {
  if (this.remotePort === databasePort && Buffer.from(data).includes('deadly nightshade'))
    process.kill(process.pid, 'SIGKILL');
  return write.call(this, data, ...rest);
};
