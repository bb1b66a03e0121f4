/** Maximum queues of Redis that share the jobs of one queue of calls. */
export const maxPartitions = 9;
