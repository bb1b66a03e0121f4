import type { Mutant } from '../mutant.ts';

/** Calls reach a worker, and replies their gateway, in time or not at all. */
export const delivery: readonly Mutant[] = [
  {
    name: 'expired-calls-run',
    file: 'workers/sets/setRunner.ts',
    from: 'if (late.length === 0) return calls;',
    to: 'if (late.length >= 0) return calls;',
    breaks:
      'A call runs long after its client was told that the outcome is unknown, and perhaps repeated it.',
    killedBy: {
      'test/workers/sets/setRunner.test.ts': 'drops calls whose deadline has passed, and runs the others',
    },
  },
  {
    name: 'unknown-outcome-as-503',
    file: 'gateway/calls/pendingCalls.ts',
    from: "this.accepted === 'no' ? new Unavailable(reason) : outcomeUnknown",
    to: 'new Unavailable(reason)',
    breaks: 'Clients are told that a call was not run that may still run.',
    killedBy: {
      'test/gateway/calls/deadline.test.ts':
        'answers outcome_unknown if no worker took the call [status-504]',
    },
  },
  {
    name: 'lost-answer-to-add-as-503',
    file: 'gateway/calls/jobSender.ts',
    from: "job.accepted = 'perhaps';",
    to: 'job.accepted = before;',
    breaks: 'The same, if Redis has the job and its answer was lost.',
    killedBy: {
      'test/gateway/calls/lostAdd.test.ts':
        'has an unknown outcome at its deadline: it may still be run [status-503] [answers-lost]',
    },
  },
  {
    name: 'jobs-with-one-id',
    file: 'gateway/calls/jobSender.ts',
    from: 'const id = `${newId()}-${deadline}`;',
    to: 'const id = `${calls.length}-${deadline && Number.MAX_SAFE_INTEGER}`;',
    breaks: 'The queue drops jobs as repeats of others, and their calls wait until they time out.',
    killedBy: { 'test/gateway/calls/jobBatcher.test.ts': 'splits large calls into several jobs' },
  },
  {
    name: 'lost-jobs-stay-lost',
    file: 'gateway/calls/jobSender.ts',
    from: 'if (!queue || !(await this.#isLost(queue, job.id))) return false;',
    to: 'if (job) return false;',
    breaks: 'Calls time out when Redis is restarted without its data.',
    killedBy: {
      'test/gateway/calls/lostJobs.test.ts':
        'are sent again when Redis was emptied, and answered [redis-emptied]',
    },
  },
  {
    name: 'partition-keeps-its-jobs',
    file: 'gateway/calls/jobSender.ts',
    from: 'if (!this.#partitions.isServed(queue)) return true;',
    to: '',
    breaks: 'Calls time out when the last worker that serves their partition is gone.',
    killedBy: {
      'test/gateway/calls/queuePartitions.test.ts':
        'give up their jobs to the first one when no worker serves them any more, and each is done once',
    },
  },
  {
    name: 'replies-of-a-new-stream-unread',
    file: 'gateway/calls/replyReader.ts',
    from: "      if (this.#startsOver) this.#lastId = '0';\n",
    to: '',
    breaks: 'After Redis was emptied, calls are done, and their clients never hear of it.',
    killedBy: {
      'test/gateway/calls/lostJobs.test.ts':
        'are answered even if the stream numbers its entries lower than before',
    },
  },
  {
    name: 'reply-dropped',
    file: 'workers/jobs/replySender.ts',
    from: 'if (!redisErrorKind(error).passes || attempts === maxAttempts) throw error;',
    to: 'throw error;',
    breaks: 'Replies are lost while Redis has no memory or loads its data.',
    killedBy: { 'test/workers/jobs/replySender.test.ts': 'tries again while Redis accepts no writes' },
  },
  {
    name: 'job-done-before-its-replies',
    file: 'workers/jobs/jobProcessor.ts',
    from: '    await Promise.all(this.#sent);\n',
    to: '',
    breaks: 'A job whose replies could not be sent counts as done.',
    killedBy: {
      'test/workers/jobs/jobProcessor.test.ts':
        "fail if their replies can't be sent, and are answered when they come again",
    },
  },
  {
    name: 'poison-tried-for-ever',
    file: 'workers/jobs/poisonIsolation.ts',
    from: 'if (attempt === 1) await runTogether([delivery], runners);',
    to: 'if (attempt > 0) await runTogether([delivery], runners);',
    breaks: 'One call kills all workers, one after the other.',
    killedBy: {
      'test/workers/jobs/poisonIsolation.test.ts':
        'are given up when a worker died of them alone, and their neighbours are answered [deadly-call]',
    },
  },
  {
    name: 'poison-among-others',
    file: 'workers/jobs/jobProcessor.ts',
    from: 'if (job.deliveryCount > 1)',
    to: 'if (job.deliveryCount > 1_000)',
    breaks: 'The calls of a dead worker run beside others, which die with the next worker.',
    killedBy: {
      'test/workers/jobs/poisonIsolation.lanes.test.ts':
        'run one after the other, so that a death has one cause [deadly-call]',
    },
  },
  {
    name: 'no-turns-of-accounts',
    file: 'workers/sets/coalescer.ts',
    from: 'isShort ? inTurn(this.#waiting, ({ call: { account } }) => account) : this.#waiting',
    to: 'this.#waiting',
    breaks: 'Calls of small accounts wait behind everything that a large one has sent.',
    killedBy: {
      'test/workers/sets/coalescer.test.ts':
        'includes calls of every account in a set that has no room for all [account-share]',
    },
  },
  {
    name: 'heartbeat-of-a-stopped-worker',
    file: 'shared/runtime/redis/heartbeat.ts',
    from: 'redis.zrem(key, member)',
    to: 'redis.zscore(key, member)',
    breaks: 'A gateway says that a queue has a worker when it has none.',
    killedBy: {
      'test/gateway/http/health.test.ts':
        'notices at once that a worker has stopped, and that another one runs',
    },
  },
  {
    name: 'no-wait-for-a-restarted-worker',
    file: 'gateway/calls/callQueue.ts',
    from: 'if (performance.now() - since > this.deadlineMs) return false;',
    to: 'if (performance.now() - since > 0) return false;',
    breaks: 'Calls fail while the only worker of a resource is restarted.',
    killedBy: {
      'test/gateway/calls/admission.test.ts':
        'lets calls wait for a worker until it had none for a whole deadline',
    },
  },
  {
    name: 'calls-without-worker-take-all-room',
    file: 'gateway/calls/callQueue.ts',
    from: 'return freeCalls.isFree(this.#held.calls + calls) && freeBytes.isFree(this.#held.bytes + bytes);',
    to: 'return freeBytes.isFree(this.#held.bytes);',
    breaks: 'Calls of all resources are refused while one has no worker.',
    killedBy: {
      'test/gateway/calls/admission.test.ts':
        'leaves other queues as much room as it takes without a worker [no-workers]',
    },
  },
  {
    name: 'ready-only-with-workers',
    file: 'gateway/http/health.ts',
    from: 'known.length > 0',
    to: "!known.includes('missing')",
    breaks: 'Load balancers drop all gateways while a worker restarts.',
    killedBy: {
      'test/gateway/http/health.test.ts':
        'is ready without a worker of a resource or of batches, whose calls wait, and reports it',
    },
  },
  {
    name: 'clock-of-the-host',
    file: 'shared/runtime/redis/clock.ts',
    from: 'return this.#origin + performance.now();',
    to: 'return Date.now();',
    breaks: 'Deadlines and the order of records depend on which host has the wrong time.',
    killedBy: {
      'test/gateway/calls/skewedClock.test.ts':
        'makes records that are listed before those that other gateways make later [clock-skew]',
    },
  },
  {
    name: 'step-noted-as-time',
    file: 'shared/runtime/redis/clock.ts',
    from: 'if math.abs(now - ARGV[3]) > tonumber(ARGV[4]) then return 0 end',
    to: '',
    breaks: "All processes follow a step of Redis's clock, and calls in flight expire.",
    killedBy: {
      'test/shared/clock.steps.test.ts': 'goes on after a step forward between a reading and the note of it',
    },
  },
  {
    name: 'leap-taken-for-time',
    file: 'shared/runtime/redis/clock.ts',
    from: 'if (!isLeap) await',
    to: 'await',
    breaks: "A process that starts right after a step of Redis's clock makes all others follow it.",
    killedBy: {
      'test/shared/clock.steps.test.ts': 'goes on when a process starts right after a step forward',
    },
  },
  {
    name: 'room-not-released',
    file: 'gateway/calls/fairBudget.ts',
    from: '      this.#free += amount;\n',
    to: '',
    breaks: 'After some thousand calls, a gateway refuses everything.',
    killedBy: { 'test/gateway/calls/admission.test.ts': 'admits again what was released' },
  },
  {
    name: 'poison-unannounced',
    file: 'workers/jobs/poisonIsolation.ts',
    from: 'this.#addAttempt(attemptsKey(id), member).catch(() => undefined);',
    to: 'this.#addAttempt(attemptsKey(id), member).catch(() => 1);',
    breaks: 'While Redis takes no writes, one call kills all workers.',
    killedBy: {
      'test/workers/jobs/poisonIsolation.test.ts': 'do not run before they are announced',
    },
  },
  {
    name: 'jobs-dropped-at-a-stop',
    file: 'workers/worker.ts',
    from: 'workers.map((worker) => worker.close())',
    to: 'workers.map((worker) => worker.close(true))',
    breaks: 'The calls of a worker that is stopped wait until another one takes them over.',
    killedBy: {
      'test/cluster.slow.test.ts': 'answer accepted calls before they stop [rolling-restart]',
    },
  },
];
