// Background work, queued in the transaction of the change.
export {
  type JobContext,
  type JobDefinition,
  type JobRef,
  chargeGroup,
  defineJob,
  enqueueJob,
} from '#/jobs/jobs.server.ts'
export { type ScheduledJob, listScheduledJobs, runScheduledJob } from '#/jobs/scheduled-jobs.server.ts'
export {
  type StuckJob,
  discardJob,
  hasUnfinishedJob,
  listStuckJobs,
  retryJob,
} from '#/jobs/stuck-jobs.server.ts'
export { sweepJob } from '#/jobs/sweep-job.server.ts'
