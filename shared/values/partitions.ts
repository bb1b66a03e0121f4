/** At most so many queues of Redis share the jobs of one queue of calls. */
export const maxPartitions = 9;
