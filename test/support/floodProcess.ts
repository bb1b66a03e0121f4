import { connect } from 'node:net';
import type { FloodPlan } from './flood.ts';

const { port, connections, head, body, bodyBytes, reads } = JSON.parse(process.argv[2] ?? '') as FloodPlan;

const reportMs = 50;
const chunk = Buffer.from(body.repeat(Math.ceil(65_536 / body.length)));
const progress = { opened: 0, done: 0, answers: {} as Record<string, number> };

for (let count = 0; count < connections; count++) open();
setInterval(() => process.send?.(progress), reportMs);
process.once('disconnect', () => process.exit());

/** Sends as fast as the gateway takes it, and keeps the connection open. */
function open(): void {
  const socket = connect({ port, host: '127.0.0.1' });
  let left = bodyBytes;
  let isDone = false;
  const done = () => {
    if (!isDone) progress.done += 1;
    isDone = true;
  };
  const send = () => {
    while (left > 0 && !socket.destroyed) {
      const bytes = left >= chunk.length ? chunk : chunk.subarray(0, left);
      left -= bytes.length;
      if (!socket.write(bytes)) return;
    }
    if (left === 0) done();
  };
  socket.on('connect', () => {
    progress.opened += 1;
    socket.write(head);
    send();
  });
  socket.on('drain', send);
  if (!reads) socket.pause();
  else
    socket.on('data', (bytes) => {
      const [line = ''] = bytes.toString('latin1').split('\r\n');
      progress.answers[line] = (progress.answers[line] ?? 0) + 1;
    });
  socket.on('error', () => {});
  socket.on('close', done);
}
